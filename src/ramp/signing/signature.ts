import { createHash, createHmac, createPrivateKey, sign as signWithKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { ParameterScheme, RequestSigning } from '../../platform/config/ramp-settings.js';
import type { Secret } from '../../platform/callers/secret.js';
import { SORTED_SCALARS, compareNames, jsonBody, queryString } from './frozen-fields.js';
import type { SerializationRules, FrozenField, FrozenFields } from './frozen-fields.js';

export interface AppKey {
  readonly appId: string;
  readonly secret: Secret;
}

/** The same frozen fields are sent. */
export interface SignedRequest {
  /** Milliseconds since 1970, as in the `timestamp` header. */
  readonly stamp: number;
  readonly method: 'GET' | 'POST';
  /** The encoded path of the request line, without query. */
  readonly path: string;
  readonly query: FrozenFields;
  readonly body: FrozenFields | null;
}

type SignedParameter = Pick<FrozenField, 'name' | 'text'>;

/**
 * The value of the `sign` header. The contract says what is signed, but not how (assumption: see SIGNATURE_PRESETS;
 * `v3` is the default because it matches the contract's signing rules):
 *
 * - `parameters` (`v3` and custom schemes): over `name=value` of `appid`, `timestamp` and the sent fields, unencoded,
 * joined with `&`.
 * - `request` (`v4`): HMAC-SHA256, Base64, over stamp + method + path with sorted query + compact sorted JSON body, as
 * sent.
 * - `sender` (`legacy`): SHA-1, lower-case hex, over app id + secret + stamp; it signs no parameter.
 *
 * The string to sign never leaves this file: it may hold the secret.
 */
export function sign(scheme: RequestSigning, key: AppKey, request: SignedRequest): string {
  const secret = key.secret.reveal();
  switch (scheme.signs) {
    case 'parameters':
      return digestOf(scheme, parameters(scheme, key.appId, request), key.secret);
    case 'request':
      return createHmac('sha256', secret).update(requestAsSent(request)).digest('base64');
    case 'sender':
      return createHash('sha1').update(`${key.appId}${secret}${request.stamp}`).digest('hex');
  }
}

export function freezingFor(scheme: RequestSigning): SerializationRules {
  if (scheme.signs !== 'parameters') return SORTED_SCALARS;
  return { empty: scheme.empty, nested: scheme.nested, order: scheme.sort === 'as-sent' ? 'given' : 'sorted' };
}

function digestOf({ digest, key, encoding }: ParameterScheme, text: string, secret: Secret): string {
  const bytes = bytesOf(digest, key, text, secret);
  return encoding === 'HEX' ? bytes.toString('hex').toUpperCase() : bytes.toString(encoding);
}

function bytesOf(digest: ParameterScheme['digest'], key: ParameterScheme['key'], text: string, secret: Secret): Buffer {
  switch (key) {
    case 'hmac':
      return createHmac(digest, secret.reveal()).update(text).digest();
    case 'rsa':
      // Assumption: PKCS #1 v1.5 padding, as in "SHA256withRSA".
      return signWithKey(digest, Buffer.from(text, 'utf8'), privateKeyOf(secret));
    case 'prefix':
    case 'suffix':
    case 'parameter':
      return createHash(digest).update(keyed[key](text, secret.reveal())).digest();
  }
}

/** Cached: parsing a key takes twice as long as signing with it. */
const privateKeys = new WeakMap<Secret, KeyObject>();

function privateKeyOf(secret: Secret): KeyObject {
  const privateKey = privateKeys.get(secret) ?? createPrivateKey(secret.reveal());
  privateKeys.set(secret, privateKey);
  return privateKey;
}

const keyed = {
  prefix: (text: string, secret: string) => `${secret}${text}`,
  suffix: (text: string, secret: string) => `${text}${secret}`,
  parameter: (text: string, secret: string) => `${text}&key=${secret}`,
} as const;

function parameters({ names, sort }: ParameterScheme, appId: string, { stamp, query, body }: SignedRequest): string {
  // The unsorted order: app id, timestamp, then the fields as the contract lists them.
  const all: SignedParameter[] = [
    { name: 'appid', text: appId },
    { name: 'timestamp', text: String(stamp) },
    ...query,
    ...(body ?? []),
  ];
  const signed = names === null ? all : all.filter(({ name }) => names.includes(name));
  return sorted(signed, sort)
    .map(({ name, text }) => `${name}=${text}`)
    .join('&');
}

function sorted(fields: readonly SignedParameter[], order: ParameterScheme['sort']): readonly SignedParameter[] {
  switch (order) {
    case 'ignore-case':
      // The sort is stable, so names that differ only in case keep the byte order of frozen fields.
      return fields.toSorted((a, b) => compareNames(a.name.toLowerCase(), b.name.toLowerCase()));
    case 'bytes':
      return fields.toSorted((a, b) => compareNames(a.name, b.name));
    case 'as-sent':
      return fields;
  }
}

function requestAsSent({ stamp, method, path, query, body }: SignedRequest): string {
  const search = query.length === 0 ? '' : `?${queryString(query)}`;
  return `${stamp}${method}${path}${search}${body === null ? '' : jsonBody(body)}`;
}
