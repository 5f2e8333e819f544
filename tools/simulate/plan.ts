import { FAULTS } from './kernel/faults.js';
import type { Fault } from './kernel/faults.js';
import { Dice } from './kernel/dice.js';

/** Everything that decides a run. The same plan gives the same trace. */
export interface Plan {
  readonly seed: number;
  readonly orders: number;
  /** Virtual days in which orders begin and faults strike. */
  readonly days: number;
  readonly replicas: number;
  readonly faults: readonly Fault[];
  /** How often faults strike: 1 means at the rates in {@link FAULTS}. */
  readonly intensity: number;
  /** Whether writes that come together share a commit. */
  readonly commits: 'shared' | 'single';
  /** Orders left out, to find the few that a failure needs. */
  readonly without: readonly number[];
}

const EVERY_FAULT = Object.keys(FAULTS) as Fault[];

/** Seeds differ in size and in their faults, since one fault often hides another. */
export function planOf(seed: number, given: Partial<Plan> = {}): Plan {
  const dice = new Dice(`plan ${seed}`);
  const share = dice.pick([0, 0.3, 0.6, 1]);
  return {
    seed,
    orders: dice.int(4, 12),
    days: dice.pick([1, 1, 2, 4]),
    replicas: dice.pick([1, 2, 2, 3]),
    faults: EVERY_FAULT.filter(() => dice.chance(share)),
    intensity: new Dice(`intensity ${seed}`).pick([0.5, 1, 1, 2, 4]),
    commits: new Dice(`commits ${seed}`).chance(0.75) ? 'shared' : 'single',
    without: [],
    ...given,
  };
}
