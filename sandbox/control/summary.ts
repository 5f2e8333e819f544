import type { Order } from '../orders/order.js';
import type { World } from '../world.js';

/** Counts since the start or the last reset, for runs of thousands of orders. */
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

/** Merchant numbers with more than one order, by first use. */
function numbersOfSeveral(orders: readonly Order[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { merchantOrderNo } of orders) times.set(merchantOrderNo, (times.get(merchantOrderNo) ?? 0) + 1);
  // Orders without a number are unrelated.
  times.delete('');
  return [...times].filter(([, count]) => count > 1).map(([number]) => number);
}
