import type { TokenEndpointSettings } from '../../platform/config/ramp-settings.js';
import { freezeFields, jsonBody, queryString } from '../signing/frozen-fields.js';
import type { RampRequest } from '../wire/requests.js';
import type { SignedCall } from './signed-call.js';

/** The token request for one customer; `user` is the value of the identity field. */
export function tokenRequest({ method, path, identity }: TokenEndpointSettings, user: string): RampRequest {
  return { endpoint: 'token', method, path, fields: { [identity.field]: user } };
}

/** The request without app id, timestamp and signature. Holds a secret: never log it. */
export function unsignedCall(
  { method, path, fields }: RampRequest,
  { base, authorization }: TokenEndpointSettings,
): SignedCall {
  const frozen = freezeFields(fields);
  const isGet = method === 'GET';
  return {
    method,
    url: `${base}${path}${isGet ? `?${queryString(frozen)}` : ''}`,
    headers: {
      accept: 'application/json',
      ...(authorization === null ? {} : { authorization: authorization.reveal() }),
      ...(isGet ? {} : { 'content-type': 'application/json' }),
    },
    body: isGet ? null : Buffer.from(jsonBody(frozen), 'utf8'),
    signature: '',
  };
}
