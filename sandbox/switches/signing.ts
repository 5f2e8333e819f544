import { NAMES, PATH, RETURN_CODE } from './forms.js';
import { httpStatus, pairs, text, word } from './kinds.js';

export const SIGNING = {
  signature: word('SANDBOX_SIGNATURE', ['v3', 'v4', 'legacy', 'custom'], 'how requests are signed'),
  signatureDigest: word('SANDBOX_SIGNATURE_DIGEST', ['sha256', 'sha1', 'sha512', 'md5'], 'custom: the digest'),
  signatureKey: word(
    'SANDBOX_SIGNATURE_KEY',
    ['hmac', 'prefix', 'suffix', 'parameter', 'rsa'],
    'custom: where the secret goes: the key of an HMAC, before or after the text, or as &key=<secret> at its end; rsa: it is the public key, as PEM',
  ),
  signatureEncoding: word('SANDBOX_SIGNATURE_ENCODING', ['hex', 'HEX', 'base64'], 'custom: how the digest is written'),
  signatureNames: text('SANDBOX_SIGNATURE_NAMES', 'all', NAMES, 'custom: which names are signed'),
  signatureSort: word(
    'SANDBOX_SIGNATURE_SORT',
    ['ignore-case', 'bytes', 'as-sent'],
    'custom: the order of the names; as-sent: appid, timestamp, then the others as they came',
  ),
  signatureEmpty: word(
    'SANDBOX_SIGNATURE_EMPTY',
    ['omit', 'keep'],
    'custom: whether null and empty values are signed, as name=',
  ),
  signatureNested: word(
    'SANDBOX_SIGNATURE_NESTED',
    ['refuse', 'json'],
    'custom: nested values are refused, or signed as compact JSON in the order in which they came',
  ),
  signatureHeaders: pairs(
    'SANDBOX_SIGNATURE_HEADERS',
    { appid: 'appid', timestamp: 'timestamp', sign: 'sign', 'access-token': 'access-token' },
    ['appid', 'timestamp', 'sign', 'access-token'],
    'names of the headers; the names that are signed stay',
  ),
  signaturePathPrefix: text(
    'SANDBOX_SIGNATURE_PATH_PREFIX',
    '/open/api/v3',
    PATH,
    'what stands before /merchant/... in every path',
  ),
  secrets: word(
    'SANDBOX_SECRETS',
    ['both', 'current', 'next'],
    'which secrets are good: SANDBOX_APP_SECRET, SANDBOX_APP_SECRET_NEXT if there is one, or either',
  ),
  signatureRefusedCode: text('SANDBOX_SIGNATURE_REFUSED_CODE', '1002', RETURN_CODE, 'returnCode of a wrong signature'),
  signatureRefusedHttpStatus: httpStatus(
    'SANDBOX_SIGNATURE_REFUSED_HTTP_STATUS',
    0,
    'its HTTP status; 0: that of all refusals',
  ),
};
