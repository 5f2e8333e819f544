import { CHECKOUT_STATES } from './checkout-states.mjs';
import { CONSOLE_STATES } from './console-states.mjs';
import { ORDER_STATES } from './order-states.mjs';

/** All states of all pages. @type {readonly import('./stage.mjs').State[]} */
export const STATES = [...CHECKOUT_STATES, ...ORDER_STATES, ...CONSOLE_STATES];
