import type { CheckoutModel } from '../use-checkout.js';

/** What every part of the form shows and changes. */
export interface FormPart {
  readonly model: CheckoutModel;
}
