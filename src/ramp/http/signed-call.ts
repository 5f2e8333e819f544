import { freezeFields, jsonBody, queryString } from './frozen-fields.js';
import type { RampRequest } from './requests.js';
import { sign } from './signature.js';
import type { SignaturePreset, SigningKey } from './signature.js';

/** One HTTP request, ready to be sent as it is. Holds secrets: never log it. */
export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface CallSigning {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly preset: SignaturePreset;
  readonly key: SigningKey;
}

/**
 * Signs the request and writes it out, from one frozen form: the bytes that are sent are the bytes that were signed.
 * `stamp`: milliseconds since 1970. `accessToken`: sent with creates only, else null.
 */
export function signedCall(
  { method, path, fields }: RampRequest,
  stamp: number,
  accessToken: string | null,
  { baseUrl, preset, key }: CallSigning,
): HttpCall {
  const frozen = freezeFields(fields);
  const query = method === 'GET' ? frozen : [];
  const body = method === 'POST' ? frozen : null;
  const search = query.length === 0 ? '' : `?${queryString(query)}`;
  // The path as the request line will have it: a base address may bring one of its own (assumption: v4 signs it too).
  const { pathname } = new URL(baseUrl + path);
  return {
    method,
    url: baseUrl + path + search,
    headers: {
      accept: 'application/json',
      appid: key.appId,
      timestamp: String(stamp),
      sign: sign(preset, key, { stamp, method, path: pathname, query, body }),
      ...(accessToken === null ? {} : { 'access-token': accessToken }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body: body === null ? null : Buffer.from(jsonBody(body), 'utf8'),
  };
}
