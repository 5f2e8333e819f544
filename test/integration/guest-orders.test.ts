import { afterAll, beforeAll, expect, it } from 'vitest';
import { UnpaidGuestOrders } from '#src/checkout/guests/unpaid-guest-orders.service.js';
import { OrderActs } from '../support/order-acts.js';
import { BUY_STATUSES } from '../support/order-builders.js';
import { openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { ProcessTime } from '#src/platform/time/time.js';

const BLOCK = Buffer.alloc(16, 7);
const MAY_BE_PAID = ['CREATING', 'AWAITING_PAYMENT', 'PAYMENT_FAILED'];

let opened: OrderWriter;
beforeAll(async () => {
  opened = await openOwnOrderWriter();
  const driven = new OrderActs(opened);
  for (const number of ['A-1', 'A-2', 'of-nobody-in-particular']) await driven.created(number);
  await opened.database.query(`UPDATE orders SET guest_block = $1 WHERE merchant_order_no LIKE 'A-%'`, [BLOCK]);
});
afterAll(() => opened.close());

it.each(BUY_STATUSES)('guest limits: %s orders of guests count while they may be paid', async (status) => {
  await opened.database.query('UPDATE orders SET status = $1', [status]);
  const counted = await new UnpaidGuestOrders(
    opened.database,
    {} as never,
    opened.metrics,
    new ProcessTime(),
  ).unpaidByBlock();
  expect(counted).toEqual(MAY_BE_PAID.includes(status) ? [{ block: BLOCK.toString('hex'), orders: 2 }] : []);
});
