import type { CheckoutModel } from '../use-checkout.js';

export interface FormPart {
  readonly model: CheckoutModel;
}
