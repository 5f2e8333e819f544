import type { Plan } from './plan.js';

/** Leaves out faults, replicas and orders as long as the run still fails: all, then halves, quarters and so on. */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let smallest = plan;
  const leaveOut = async <T>(list: readonly T[], withOnly: (kept: readonly T[]) => Partial<Plan>): Promise<void> => {
    let kept = list;
    for (let size = kept.length; size > 0; size >>= 1) {
      for (let at = 0; at < kept.length;) {
        const fewer = kept.toSpliced(at, size);
        const smaller = { ...smallest, ...withOnly(fewer) };
        if (await fails(smaller)) [smallest, kept] = [smaller, fewer];
        else at += size;
      }
    }
  };
  const orders = Array.from({ length: plan.orders }, (_, index) => index + 1);
  for (let before: Plan | null = null; before !== smallest;) {
    before = smallest;
    await leaveOut(smallest.faults, (kept) => ({ faults: kept }));
    await leaveOut(Array(smallest.replicas - 1).fill(null), (kept) => ({ replicas: 1 + kept.length }));
    const isIn = (order: number): boolean => !smallest.without.includes(order);
    await leaveOut(orders.filter(isIn), (kept) => ({ without: orders.filter((order) => !kept.includes(order)) }));
  }
  return smallest;
}
