import type { SignatureSettings } from '../../platform/config/ramp-settings.js';
import { freezeFields, jsonBody, queryString } from '../signing/frozen-fields.js';
import type { RampRequest } from '../wire/requests.js';
import { freezingFor, sign } from '../signing/signature.js';
import type { AppKey } from '../signing/signature.js';

/** One HTTP request, ready to send. Holds secrets: never log it. */
export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Empty signature: unsigned. */
export interface SignedCall extends HttpCall {
  readonly signature: string;
}

export interface CallSigning {
  readonly baseUrl: string;
  readonly signature: Pick<SignatureSettings, 'scheme' | 'headers' | 'pathPrefix'>;
  readonly key: AppKey;
}

/** Signs and serialises the same frozen fields: the signed bytes are the sent bytes. `accessToken`: creates only. */
export function signedCall(
  { method, path, fields }: RampRequest,
  stamp: number,
  accessToken: string | null,
  { baseUrl, signature: { scheme, headers, pathPrefix }, key }: CallSigning,
): SignedCall {
  const frozen = freezeFields(fields, freezingFor(scheme));
  const query = method === 'GET' ? frozen : [];
  const body = method === 'POST' ? frozen : null;
  const search = query.length === 0 ? '' : `?${queryString(query)}`;
  const address = baseUrl + pathPrefix + path;
  // The path of the request line, including that of the base address (assumption: v4 signs it too).
  const { pathname } = new URL(address);
  const signature = sign(scheme, key, { stamp, method, path: pathname, query, body });
  return {
    method,
    url: address + search,
    headers: {
      accept: 'application/json',
      [headers.appid]: key.appId,
      [headers.timestamp]: String(stamp),
      [headers.sign]: signature,
      ...(accessToken === null ? {} : { [headers['access-token']]: accessToken }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body: body === null ? null : Buffer.from(jsonBody(body), 'utf8'),
    signature,
  };
}
