import { afterAll, beforeAll, expect, it } from 'vitest';
import { CallbackAddressService, callbackToken } from '#src/orders/secrets/callback-address.service.js';
import { OrderActs } from '../support/order-acts.js';
import { closeWhole, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

const COMPLETED = { status: 'COMPLETED', rampStatus: 'FINISHED' } as const;

let opened: OrderWriter;
let orders: OrderActs;
beforeAll(async () => {
  opened = await openOwnOrderWriter();
  orders = new OrderActs(opened);
});
afterAll(() => closeWhole(opened));

async function isGood(number: string, days: number): Promise<boolean> {
  await opened.database.query(
    `UPDATE orders SET updated_at = checkout_now() - $2 * interval '1 day' WHERE merchant_order_no = $1`,
    [number, days],
  );
  const { settings, keys, orders: repository } = opened;
  const addresses = new CallbackAddressService(settings, keys, repository);
  return (await addresses.tradeOf(callbackToken(await keys.ring(), number))) === number;
}

it('callback address: expires some time after the order has ended', async () => {
  await orders.created('ended');
  await orders.seen('ended', COMPLETED);
  expect(await isGood('ended', 29.9)).toBe(true);
  expect(await isGood('ended', 30.1)).toBe(false);
});

it('callback address: is valid while the order may change', async () => {
  await orders.created('open');
  expect(await isGood('open', 100)).toBe(true);
});

it('callback address: is valid while an ended order is in review', async () => {
  await orders.created('in-review');
  await orders.seen('in-review', { ...COMPLETED, address: 'elsewhere' });
  expect(await isGood('in-review', 100)).toBe(true);
});
