import { nextMove } from '../orders/next-move.js';
import type { Order } from '../orders/order.js';
import { orderRecord } from '../orders/order-record.js';
import type { World } from '../world.js';
import { ControlError } from './control-input.js';

/** All facts of an order, including its page's URL and its next move. */
export function orderView(world: World, order: Order): Record<string, unknown> {
  const { side, orderNo, merchantOrderNo, status, history, request } = order;
  const page = order.side === 'BUY' ? 'pay' : 'orders';
  return {
    side,
    orderNo,
    merchantOrderNo,
    status,
    payUrl: `${world.publicUrl}/${page}/${order.pageId}`,
    createdAt: new Date(order.createdAt).toISOString(),
    vanished: order.vanished ?? false,
    scenario: order.scenario ?? null,
    next: nextMove(order)?.to ?? null,
    history,
    request,
    record: orderRecord(world, order),
  };
}

/**
 * All orders with this merchant's number, oldest first, or the one with this provider's number. Throws if there is
 * none.
 */
export function ordersNamed(world: World, number: string): readonly Order[] {
  const single = world.orders.byNumber(number);
  const orders = single === null ? world.orders.withMerchantNumber(number) : [single];
  if (orders.length === 0) throw new ControlError('no such order', 404);
  return orders;
}

/** The newest of {@link ordersNamed}, which a query returns. */
export function newestOrder(world: World, number: string): Order {
  const order = ordersNamed(world, number).at(-1);
  if (order === undefined) throw new ControlError('no such order', 404);
  return order;
}
