import type { CALLBACK_FORMS, CALLBACK_METHODS, CALLBACK_SIGNATURES } from '../switches/callbacks.js';

type CallbackSignature = (typeof CALLBACK_SIGNATURES)[number];

export interface CallbackForm {
  readonly form: (typeof CALLBACK_FORMS)[number];
  readonly method: (typeof CALLBACK_METHODS)[number];
  /** Empty: unsigned. */
  readonly signatures: readonly CallbackSignature[];
  /** Signed with another key than the application's. */
  readonly wronglySigned: boolean;
}

export interface CallbackSwitches {
  readonly callbackForm: CallbackForm['form'];
  readonly callbackMethod: CallbackForm['method'];
  readonly callbackSignatures: CallbackForm['signatures'];
  readonly callbackKey: 'right' | 'wrong';
}

export function callbackForm(switches: CallbackSwitches): CallbackForm {
  return {
    form: switches.callbackForm,
    method: switches.callbackMethod,
    signatures: switches.callbackSignatures,
    wronglySigned: switches.callbackKey === 'wrong',
  };
}
