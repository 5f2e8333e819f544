import { CHECKOUT_STATES } from './checkout-states.mjs';
import { ORDER_STATES } from './order-states.mjs';

/** Every state of every page that somebody has looked at. @type {readonly import('./stage.mjs').State[]} */
export const STATES = [...CHECKOUT_STATES, ...ORDER_STATES];
