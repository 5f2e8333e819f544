/** Where a callback that is POSTed carries its fields; a GET has them in its query. */
export const CALLBACK_FORMS = ['json', 'form', 'query'] as const;

export const CALLBACK_METHODS = ['POST', 'GET'] as const;

/**
 * What a callback may be signed with. Among its fields: `newSignature`; `signature`, where `signature-twice` takes the appId
 * a second time. As a header: `raw-hmac` (`signature`), and `stamped-hmac` (`signature-v2: t=…,s=…`).
 */
export const CALLBACK_SIGNATURES = [
  'newSignature',
  'signature',
  'signature-twice',
  'raw-hmac',
  'stamped-hmac',
] as const;

type CallbackSignature = (typeof CALLBACK_SIGNATURES)[number];

/** How callbacks look. */
export interface CallbackForm {
  readonly form: (typeof CALLBACK_FORMS)[number];
  readonly method: (typeof CALLBACK_METHODS)[number];
  /** Empty: unsigned. */
  readonly signatures: readonly CallbackSignature[];
  /** Signed with a key that is not the application's. */
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
