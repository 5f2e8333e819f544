export { embedCheckout } from './embed/embed-checkout.js';
export type { EmbeddedCheckout, EmbedOptions } from './embed/embed-checkout.js';
