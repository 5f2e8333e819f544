import { CALLBACK_FORMS, CALLBACK_METHODS, CALLBACK_SIGNATURES } from '../callbacks/callback-form.js';
import { word, words } from './kinds.js';

/** How callbacks look. */
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
