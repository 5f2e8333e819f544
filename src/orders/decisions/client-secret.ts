import type { OrderState } from '../model/order.types.js';
import { orderEnd } from './order-end.js';

/**
 * The salt of the order's client secrets; null: revoked by staff, or the order became final `ttlMs` ago. A final order does
 * not change, so its last change is its end.
 */
export function saltInForce(
  { order, trades, now }: Pick<OrderState, 'order' | 'trades' | 'now'>,
  ttlMs: number,
): Buffer | null {
  const isOver = orderEnd({ order, trades }).final && now.getTime() - order.updatedAt.getTime() >= ttlMs;
  return isOver ? null : order.secretSalt;
}
