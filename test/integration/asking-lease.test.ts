import { afterAll, beforeAll, expect, it } from 'vitest';
import { WatchRepository } from '#src/orders/storage/watch.repository.js';
import { DrivenOrders } from '../support/driven-orders.js';
import { HOUR, openOwnOrderWriter } from '../support/order-builders.js';
import type { OrderWriter } from '../support/order-builders.js';

let opened: OrderWriter;
beforeAll(async () => {
  opened = await openOwnOrderWriter();
});
afterAll(() => opened.close());

it('a trade is asked about by one at a time, and by the next once his lease is over', async () => {
  await new DrivenOrders(opened).created('A-1');
  const watches = new WatchRepository(opened.database);
  const lease = async (): Promise<string | undefined> => (await watches.lease(['A-1', 'unknown'], HOUR))[0]?.leaseId;
  const first = await lease();
  expect(first).toBeDefined();
  expect(await lease()).toBeUndefined();
  await opened.database.query(`UPDATE schedules SET lease_until = checkout_now() - interval '1 ms'`);
  const second = await lease();
  expect(second).toBeDefined();
  expect(second).not.toBe(first);
});
