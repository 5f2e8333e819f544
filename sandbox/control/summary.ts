import type { Order } from '../orders/order.js';
import type { World } from '../world.js';

/** Counts instead of entries, for a run of thousands of orders. All since the beginning or the last reset. */
export function summary({ orders, ledger, callbacks }: World): Record<string, unknown> {
  const all = orders.all();
  const { callbacks: counted, ...tally } = ledger.tally();
  return {
    orders: all.length,
    paidOrders: all.filter(({ paidAt }) => paidAt !== null).length,
    doubleCreates: numbersOfSeveral(all),
    ...tally,
    callbacks: { ...counted, waiting: callbacks.waiting() },
  };
}

/** The merchants' numbers that stand for more than one order, in the order in which they were first used. */
function numbersOfSeveral(orders: readonly Order[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { merchantOrderNo } of orders) times.set(merchantOrderNo, (times.get(merchantOrderNo) ?? 0) + 1);
  // Orders without a number have nothing in common.
  times.delete('');
  return [...times].filter(([, count]) => count > 1).map(([number]) => number);
}
