import type { Caller } from '../../platform/callers/caller.js';
import type { OrderRow } from '../model/order.types.js';

export type Ownership = Pick<OrderRow, 'side' | 'caller' | 'customerId'>;

/** The only rule for who may see an order. Client secrets are checked separately. */
export function maySee(caller: Caller, order: Ownership): boolean {
  return caller.scope === 'all' || isOwn(caller, order);
}

/** null: all orders. */
export function shownOnlyOf({ scope, id }: Caller): string | null {
  return scope === 'all' ? null : id;
}

/** Guests own no orders: a guest's id identifies repeats of a request, not the sender. */
export function isOwn({ kind, id, customer }: Caller, { side, caller, customerId }: Ownership): boolean {
  return (kind !== 'guest' && caller === id) || (side === 'SELL' && customer !== null && customer.id === customerId);
}
