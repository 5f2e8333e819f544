import type { Plan } from './plan.js';

const ROUNDS = 3;

/** Leaves out orders and faults as long as the run still fails. `fails` runs a plan. */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let smallest = plan;
  const tryOne = async (smaller: Plan): Promise<boolean> => {
    if (!(await fails(smaller))) return false;
    smallest = smaller;
    return true;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const before = smallest;
    if (smallest.faults.length > 0) await tryOne({ ...smallest, faults: [] });
    for (const fault of smallest.faults) {
      await tryOne({ ...smallest, faults: smallest.faults.filter((other) => other !== fault) });
    }
    if (smallest.replicas > 1) await tryOne({ ...smallest, replicas: smallest.replicas - 1 });
    for (let order = 1; order <= smallest.orders; order++) {
      if (!smallest.without.includes(order)) await tryOne({ ...smallest, without: [...smallest.without, order] });
    }
    if (smallest === before) break;
  }
  return smallest;
}
