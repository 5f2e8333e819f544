import type { OrderState } from '../model/order.types.js';
import { orderEnd } from './order-end.js';

/**
 * The random value that the client secret of an order is made of; null: nobody comes by a secret any more, as staff has
 * revoked it, or the order ended `ttlMs` ago. Nothing happens to an order that is final: its newest change was its end.
 */
export function saltInForce(
  { order, trades, now }: Pick<OrderState, 'order' | 'trades' | 'now'>,
  ttlMs: number,
): Buffer | null {
  const isOver = orderEnd({ order, trades }).final && now.getTime() - order.updatedAt.getTime() >= ttlMs;
  return isOver ? null : order.secretSalt;
}
