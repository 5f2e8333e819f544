import type { Caller } from '../../platform/shared/caller.js';
import type { OrderRow } from '../model/order.types.js';

/** What of an order says whose it is. */
export type Ownership = Pick<OrderRow, 'side' | 'caller' | 'customerId'>;

/**
 * May this caller see this order: the one place where it is said, for whatever shows one. An order's secret, which is
 * good for one order, is looked at besides.
 */
export function maySee(caller: Caller, order: Ownership): boolean {
  return caller.scope === 'all' || isOwn(caller, order);
}

/** Whose orders alone a server is shown in a list; null: all. */
export function shownOnlyOf({ scope, id }: Caller): string | null {
  return scope === 'all' ? null : id;
}

/**
 * Is it the caller's order, or the sale that a server registered for the caller? A guest's id says that two requests are the
 * same one, not who sends them: no order is a guest's.
 */
export function isOwn({ kind, id, customer }: Caller, { side, caller, customerId }: Ownership): boolean {
  return (kind !== 'guest' && caller === id) || (side === 'SELL' && customer !== null && customer.id === customerId);
}
