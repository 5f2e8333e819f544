import { describe, expect, it } from 'vitest';
import { FAULTS } from '#tools/simulate/kernel/faults.js';
import type { Fault } from '#tools/simulate/kernel/faults.js';
import { planOf } from '#tools/simulate/plan.js';
import type { Plan } from '#tools/simulate/plan.js';
import { shrink } from '#tools/simulate/shrink.js';

interface Need {
  readonly faults: readonly Fault[];
  readonly orders: readonly number[];
  readonly replicas: number;
}

/** A run that fails only with these. */
const failsWith = (need: Need) => (plan: Plan) =>
  Promise.resolve(
    need.faults.every((fault) => plan.faults.includes(fault)) &&
      !need.orders.some((order) => plan.without.includes(order)) &&
      plan.replicas >= need.replicas,
  );

const BEFORE = planOf(1, { faults: Object.keys(FAULTS) as Fault[], orders: 16, replicas: 3, without: [] });

describe('shrink', () => {
  it.each<Need>([
    { faults: [], orders: [], replicas: 1 },
    { faults: ['commits_lost'], orders: [7], replicas: 2 },
    { faults: ['statement_failed', 'request_cut'], orders: [1, 16], replicas: 3 },
    { faults: ['answer_lost', 'call_refused', 'request_lost'], orders: [4, 5, 6], replicas: 1 },
  ])('leaves what the failure needs, in fewer runs than there are parts to leave out: %j', async (need) => {
    let runs = 0;
    const fails = failsWith(need);
    const { faults, orders, without, replicas } = await shrink(BEFORE, (plan) => {
      runs += 1;
      return fails(plan);
    });
    const kept = Array.from({ length: orders }, (_, index) => index + 1).filter((order) => !without.includes(order));
    expect({ faults: [...faults].sort(), orders: kept, replicas }).toEqual({
      ...need,
      faults: [...need.faults].sort(),
    });
    expect(runs).toBeLessThan(BEFORE.faults.length + BEFORE.orders);
  });
});
