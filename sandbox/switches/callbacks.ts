import { word, words } from './kinds.js';

/** Place of the fields in a POSTed callback; a GET has them in its query. */
export const CALLBACK_FORMS = ['json', 'form', 'query'] as const;

export const CALLBACK_METHODS = ['POST', 'GET'] as const;

/**
 * Signatures of a callback. In its fields: `newSignature`; `signature`, where `signature-twice` includes the appId
 * twice. In headers: `raw-hmac` (`signature`) and `stamped-hmac` (`signature-v2: t=…,s=…`).
 */
export const CALLBACK_SIGNATURES = [
  'newSignature',
  'signature',
  'signature-twice',
  'raw-hmac',
  'stamped-hmac',
] as const;

export const CALLBACKS = {
  callbackForm: word('SANDBOX_CALLBACK_FORM', CALLBACK_FORMS, 'where a POSTed callback has its fields'),
  callbackMethod: word('SANDBOX_CALLBACK_METHOD', CALLBACK_METHODS, 'a GET has its fields in the query'),
  callbackSignatures: words(
    'SANDBOX_CALLBACK_SIGNATURES',
    ['newSignature', 'signature'],
    CALLBACK_SIGNATURES,
    'what callbacks are signed with',
  ),
  callbackKey: word('SANDBOX_CALLBACK_KEY', ['right', 'wrong'], 'the key of these signatures'),
};
