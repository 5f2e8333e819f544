import { ANSWERS } from './answers.js';
import { CALLBACKS } from './callbacks.js';
import { ORDERS } from './orders.js';
import { RECORDS } from './records.js';
import { SIGNING } from './signing.js';
import type { Switch } from './switch.js';
import { TOKENS } from './tokens.js';

/** All switches. One row is a setting, a field of `/_control/behaviour`, and a line of the help. */
export const SWITCHES = { ...ORDERS, ...CALLBACKS, ...SIGNING, ...TOKENS, ...ANSWERS, ...RECORDS };

/** The provider's behaviour where the contract leaves it open; tests switch it at run time. */
export type Behaviour = {
  -readonly [Name in keyof typeof SWITCHES]: (typeof SWITCHES)[Name] extends Switch<infer Value> ? Value : never;
};

export const SWITCH_NAMES = Object.keys(SWITCHES) as readonly (keyof Behaviour)[];

/** All switches with the values of `valueOf`. */
export function behaviourOf(valueOf: (name: keyof Behaviour) => unknown): Behaviour {
  return Object.fromEntries(SWITCH_NAMES.map((name) => [name, valueOf(name)])) as Behaviour;
}
