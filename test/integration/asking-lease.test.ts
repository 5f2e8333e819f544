import { afterAll, beforeAll, expect, it } from 'vitest';
import { OrderActs } from '../support/order-acts.js';
import { MINUTE } from '../support/moments.js';
import { openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

let opened: OrderWriter;
beforeAll(async () => {
  opened = await openOwnOrderWriter();
});
afterAll(() => opened.close());

it('polling lease: a trade is polled by one process at a time, and by the next after the lease expires', async () => {
  await new OrderActs(opened).created('A-1');
  const lease = async (): Promise<string | undefined> =>
    (await opened.watches.lease(['A-1', 'unknown'], MINUTE))[0]?.leaseId;
  const first = await lease();
  expect(first).toBeDefined();
  expect(await lease()).toBeUndefined();
  await opened.database.query(`UPDATE schedules SET lease_until = checkout_now() - interval '1 ms'`);
  const second = await lease();
  expect(second).toBeDefined();
  expect(second).not.toBe(first);
});
