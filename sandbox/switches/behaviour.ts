import { ANSWERS } from './answers.js';
import { CALLBACKS } from './callbacks.js';
import { ORDERS } from './orders.js';
import { RECORDS } from './records.js';
import { SIGNING } from './signing.js';
import type { Switch } from './switch.js';
import { TOKENS } from './tokens.js';

/** Every switch. One row here is a setting at the start, a field of `/_control/behaviour`, and a line of the help. */
export const SWITCHES = { ...ORDERS, ...CALLBACKS, ...SIGNING, ...TOKENS, ...ANSWERS, ...RECORDS };

/** How the provider behaves where its contract leaves it open; tests switch these while it runs. */
export type Behaviour = {
  -readonly [Name in keyof typeof SWITCHES]: (typeof SWITCHES)[Name] extends Switch<infer Value> ? Value : never;
};

export const SWITCH_NAMES = Object.keys(SWITCHES) as readonly (keyof Behaviour)[];

/** All switches, each with what `valueOf` gives for it. */
export function behaviourOf(valueOf: (name: keyof Behaviour) => unknown): Behaviour {
  return Object.fromEntries(SWITCH_NAMES.map((name) => [name, valueOf(name)])) as Behaviour;
}
