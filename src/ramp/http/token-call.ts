import type { TokenEndpointSettings } from '../../config/access-token.settings.js';
import type { IssuedToken } from '../tokens/token-cache.js';
import { freezeFields, jsonBody, queryString } from './frozen-fields.js';
import type { RampRequest } from './requests.js';
import type { HttpCall } from './signed-call.js';
import { readIssuedToken } from './token-answer.js';
import type { Reading, WireAnswer } from './wire.js';

/**
 * Asking for the access token of one customer: `user` is the value of the field that names the customer, `timeZone` that
 * of the provider's dates. `unsigned` null: the request is signed as all others are.
 */
export function tokenCall(endpoint: TokenEndpointSettings, user: string, now: () => Date, timeZone: string) {
  const { method, path, identity } = endpoint;
  const request: RampRequest = { endpoint: 'token', method, path, fields: { [identity.field]: user } };
  return {
    request,
    // An answer with a token is understood at once, whatever envelope it comes in: what is read here has none.
    read: (): Reading<IssuedToken> => ({ problem: 'there is no access token where it should stand' }),
    atOnce: (answer: WireAnswer) => {
      const value = readIssuedToken(answer, endpoint, now(), timeZone);
      return value === null ? null : { value };
    },
    unsigned: endpoint.isSigned ? null : unsignedCall(request, endpoint),
  };
}

/** The request without appid, timestamp and signature. Holds a secret: never log it. */
function unsignedCall({ method, path, fields }: RampRequest, { base, authorization }: TokenEndpointSettings): HttpCall {
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
  };
}
