import { CREATING } from './creating.js';
import { KNOWN_ORDERS, LOOKING } from './looking.js';
import type { Probe } from './probe.js';

const PROBES = { ...LOOKING, ...KNOWN_ORDERS, ...CREATING };

/** `list` is the first call of all: with it the signature is found. */
export type ProbeName = 'list' | keyof typeof PROBES;

/** In the order in which they are asked; later ones need what earlier ones found. */
export const PLAN: readonly { readonly name: ProbeName; readonly probe: Probe }[] = Object.entries(PROBES).map(
  ([name, probe]) => ({ name: name as ProbeName, probe }),
);
