import { CALLBACK_FORMS, CALLBACK_METHODS, CALLBACK_SIGNATURES } from '../callbacks/callback-form.js';
import type { CallbackForm } from '../callbacks/callback-form.js';
import { ControlError } from './control-input.js';
import type { ControlInput } from './control-input.js';

/** How callbacks look from now on; what is left out stays. */
export function readCallbackForm(input: ControlInput, before: CallbackForm): CallbackForm {
  const key = input.oneOf('key', ['right', 'wrong'], before.wronglySigned ? 'wrong' : 'right');
  return {
    form: input.oneOf('form', CALLBACK_FORMS, before.form),
    method: input.oneOf('method', CALLBACK_METHODS, before.method),
    signatures: input.has('signatures') ? signatures(input.list('signatures')) : before.signatures,
    wronglySigned: key === 'wrong',
  };
}

function signatures(words: readonly unknown[]): CallbackForm['signatures'] {
  const found = CALLBACK_SIGNATURES.filter((name) => words.includes(name));
  if (found.length !== words.length) {
    throw new ControlError(`signatures must be a list of ${CALLBACK_SIGNATURES.join(', ')}`);
  }
  return found;
}
