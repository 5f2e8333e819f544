import type { Order } from '../orders/order.js';
import { orderRecord } from '../orders/order-record.js';
import { Fields } from '../wire/fields.js';
import { NoSuchPage } from '../wire/no-such-page.js';
import { refusals } from '../wire/refusal.js';
import type { World } from '../world.js';
import type { Admitted } from './endpoint.js';

/** The record of one order; of several with the same merchant's number, the newest. A vanished order is unknown. */
export function queryOrder(world: World, { call, noteOrder, answerBare }: Admitted): Record<string, unknown> | null {
  const fields = Fields.ofQuery(call);
  const side = fields.oneOf('side', ['BUY', 'SELL'], 'BUY');
  const orderNo = fields.optionalText('orderNo');
  const merchantOrderNo = fields.optionalText('merchantOrderNo');
  if (orderNo === '' && merchantOrderNo === '') throw refusals.parameter('orderNo or merchantOrderNo', 'is required');

  const named = orderNo === '' ? world.orders.withMerchantNumber(merchantOrderNo) : ofNumber(world, orderNo);
  const order = named.findLast(
    (candidate) =>
      candidate.side === side &&
      candidate.vanished !== true &&
      (merchantOrderNo === '' || candidate.merchantOrderNo === merchantOrderNo),
  );
  if (order === undefined) return unknownOrder(world, orderNo || merchantOrderNo);
  noteOrder(order.orderNo);
  if (world.behaviour[order.side === 'BUY' ? 'buyAnswer' : 'sellAnswer'] === 'bare') answerBare();
  const record = orderRecord(world, order);
  world.progress.told(order);
  return record;
}

function ofNumber(world: World, orderNo: string): readonly Order[] {
  const order = world.orders.byNumber(orderNo);
  return order === null ? [] : [order];
}

/** The contract does not define this answer, so a switch selects it; add further forms here. */
function unknownOrder({ behaviour }: World, number: string): Record<string, unknown> | null {
  switch (behaviour.unknownOrder) {
    case 'null-data':
      return null;
    case 'empty-object':
      return {};
    case 'not-found-404':
      throw new NoSuchPage();
    case 'refusal':
      throw refusals.unknownOrder(behaviour.unknownOrderCode);
    case 'refusal-with-number':
      throw refusals.unknownOrder(behaviour.unknownOrderCode, number);
  }
}
