import type { Caller } from '../../platform/callers/caller.js';
import type { OrderRow } from '../model/order.types.js';

/** The fields that decide who owns an order. */
export type Ownership = Pick<OrderRow, 'side' | 'caller' | 'customerId'>;

/** The only rule for who may see an order. Client secrets are checked separately. */
export function maySee(caller: Caller, order: Ownership): boolean {
  return caller.scope === 'all' || isOwn(caller, order);
}

/** The owner to filter lists by; null: all orders. */
export function shownOnlyOf({ scope, id }: Caller): string | null {
  return scope === 'all' ? null : id;
}

/**
 * The caller's own order, or a sale registered for this customer. A guest's id only identifies repeats of a request, not the
 * sender, so guests own no orders.
 */
export function isOwn({ kind, id, customer }: Caller, { side, caller, customerId }: Ownership): boolean {
  return (kind !== 'guest' && caller === id) || (side === 'SELL' && customer !== null && customer.id === customerId);
}
