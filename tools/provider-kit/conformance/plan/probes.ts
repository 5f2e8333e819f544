import { CREATING } from './creating.js';
import { KNOWN_ORDERS, LOOKING } from './looking.js';
import type { Probe } from './probe.js';

const PROBES = { ...LOOKING, ...KNOWN_ORDERS, ...CREATING };

/** `list` comes first: it finds the signature scheme. */
export type ProbeName = 'list' | keyof typeof PROBES;

/** In this order; later probes use the results of earlier ones. */
export const PLAN: readonly { readonly name: ProbeName; readonly probe: Probe }[] = Object.entries(PROBES).map(
  ([name, probe]) => ({ name: name as ProbeName, probe }),
);
