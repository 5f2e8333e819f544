import { FIELD_NAME, HEADER_VALUE, PATH, RETURN_CODE } from './forms.js';
import { httpStatus, onOff, text, whole, word } from './kinds.js';

const CENTURY_MS = 100 * 365 * 86_400_000;

export const TOKENS = {
  fixedToken: onOff('SANDBOX_FIXED_TOKEN', true, 'whether SANDBOX_ACCESS_TOKEN is good, beside tokens that are issued'),
  tokenPath: text('SANDBOX_TOKEN_PATH', null, PATH, 'where tokens are issued; <prefix>/merchant/getToken unless set'),
  tokenMethod: word('SANDBOX_TOKEN_METHOD', ['POST', 'GET'], 'POST with a JSON body, or GET with a query'),
  tokenIdentity: text(
    'SANDBOX_TOKEN_IDENTITY',
    'either',
    FIELD_NAME,
    'the field that names the end user; either: email or uid',
  ),
  tokenAnswer: text(
    'SANDBOX_TOKEN_ANSWER',
    'data.accessToken',
    FIELD_NAME,
    'where the token stands in the answer; a place outside of data is an answer without envelope',
  ),
  tokenLifetimeMs: whole(
    'SANDBOX_TOKEN_LIFETIME_MS',
    10 * 86_400_000,
    { min: 1, max: CENTURY_MS },
    'how long a token that is issued from now on is good',
  ),
  tokenExpiry: word(
    'SANDBOX_TOKEN_EXPIRY',
    ['none', 'seconds', 'milliseconds', 'time'],
    'whether expiresIn stands beside the token, and what it is: how long it is still good, or until when',
  ),
  tokenSigned: onOff('SANDBOX_TOKEN_SIGNED', true, 'whether the request for a token has to be signed'),
  tokenAuthorization: text(
    'SANDBOX_TOKEN_AUTHORIZATION',
    null,
    HEADER_VALUE,
    'the Authorization header that the request for a token has to have',
  ),
  tokenRefusedCode: text('SANDBOX_TOKEN_REFUSED_CODE', '1003', RETURN_CODE, 'returnCode of a wrong access token'),
  tokenRefusedHttpStatus: httpStatus(
    'SANDBOX_TOKEN_REFUSED_HTTP_STATUS',
    0,
    'its HTTP status; 0: that of all refusals',
  ),
};
