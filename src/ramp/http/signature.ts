import { createHash, createHmac } from 'node:crypto';
import type { Secret } from '../../shared/secret.js';
import { compareNames, jsonBody, queryString } from './frozen-fields.js';
import type { FrozenField, FrozenFields } from './frozen-fields.js';

export type SignaturePreset = 'v3' | 'v4' | 'legacy';

export interface SigningKey {
  readonly appId: string;
  readonly secret: Secret;
}

/** What is signed of a request; the frozen fields are the very ones that are sent. */
export interface SignedRequest {
  /** Milliseconds since 1970, as in the `timestamp` header. */
  readonly stamp: number;
  readonly method: 'GET' | 'POST';
  /** As it stands in the request line, without query; encoded. */
  readonly path: string;
  readonly query: FrozenFields;
  /** null: the request has no body. */
  readonly body: FrozenFields | null;
}

/**
 * The value of the `sign` header. The contract says what is signed, and not how: each preset is a scheme in use among
 * providers of this interface (assumption, chosen by a setting; `v3` is the default because it is the one that matches
 * the contract's signing rules).
 *
 * - `v3`: HMAC-SHA256, lower-case hex, over all parameters with `appid` and `timestamp` as `name=value`, unencoded,
 *   sorted by name without regard to letter case, joined with `&`.
 * - `v4`: HMAC-SHA256, Base64, over stamp + method + path with sorted query + compact sorted JSON body, each as sent.
 * - `legacy`: SHA-1, lower-case hex, over app id + secret + stamp; it signs no parameter.
 *
 * The string that is signed is never given out: with `legacy` it holds the secret.
 */
export function sign(preset: SignaturePreset, key: SigningKey, request: SignedRequest): string {
  switch (preset) {
    case 'v3':
      return hmac(key).update(sortedParameters(key.appId, request)).digest('hex');
    case 'v4':
      return hmac(key).update(requestAsSent(request)).digest('base64');
    case 'legacy':
      return createHash('sha1').update(`${key.appId}${key.secret.reveal()}${request.stamp}`).digest('hex');
  }
}

function hmac(key: SigningKey) {
  return createHmac('sha256', key.secret.reveal());
}

function sortedParameters(appId: string, { stamp, query, body }: SignedRequest): string {
  const own = [
    { name: 'appid', text: appId },
    { name: 'timestamp', text: String(stamp) },
  ];
  return [...own, ...query, ...(body ?? [])]
    .sort(byNameIgnoringCase)
    .map(({ name, text }) => `${name}=${text}`)
    .join('&');
}

/** Names that differ in letter case only stay in the byte order in which frozen fields come: the sort is stable. */
function byNameIgnoringCase(a: Pick<FrozenField, 'name'>, b: Pick<FrozenField, 'name'>): number {
  return compareNames(a.name.toLowerCase(), b.name.toLowerCase());
}

function requestAsSent({ stamp, method, path, query, body }: SignedRequest): string {
  const search = query.length === 0 ? '' : `?${queryString(query)}`;
  return `${stamp}${method}${path}${search}${body === null ? '' : jsonBody(body)}`;
}
