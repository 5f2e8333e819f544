import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tellOwn } from '../support/own-messages.js';
import { checkoutBody, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { subscribe } from '../support/webhook-receiver.js';
import type { Endpoint } from '../support/webhook-receiver.js';

const [MANY, FEW] = ['endpoint.disabled', 'order.created'] as const;

const world = useWorld({ WEBHOOK_ALLOW_PRIVATE: 'true' });
let dead: readonly Endpoint[];
let quick: Endpoint;
let order: string;
beforeAll(async () => {
  const hanging = await subscribe(world.service, { events: [MANY] });
  hanging.receiver.answer = () => undefined;
  dead = [hanging, await subscribe(world.service, { events: [MANY], url: 'http://127.0.0.1:1/' })];
  order = (await world.service.order(checkoutBody())).merchantOrderNo;
  quick = await subscribe(world.service, { events: [FEW] });
});
afterAll(async () => {
  await Promise.all([...dead, quick].map(({ receiver }) => receiver.close()));
});

const tellMany = (count: number): Promise<unknown> =>
  tellOwn((sql, parameters) => world.rows.query(sql, parameters), MANY, Array<Date>(count).fill(new Date()));

const tellOne = (): Promise<unknown> =>
  world.rows.query(
    `INSERT INTO outbox (id, type, merchant_order_no, version, created_at)
     SELECT gen_random_uuid(), $1, merchant_order_no, version, $3 FROM orders WHERE merchant_order_no = $2`,
    [FEW, order, new Date()],
  );

/** The 99th percentile of delivery time over `count` messages in a row. */
async function slowest(count: number): Promise<number> {
  const { messages } = quick.receiver;
  const known = messages.length;
  for (let n = 0; n < count; n++) {
    await Promise.all([tellOne(), sleep(30)]);
  }
  await until(`${count} messages`, () => Promise.resolve(messages.length >= known + count));
  const delays = messages.slice(known).map(({ arrivedAt, timestamp }) => arrivedAt.getTime() - Date.parse(timestamp));
  return delays.sort((one, other) => one - other)[Math.floor(0.99 * count)]!;
}

async function waiting(): Promise<number[]> {
  const rows = await world.rows.query<{ count: number }>(
    `SELECT count(*)::int FROM webhook_deliveries WHERE endpoint_id = ANY($1) AND state = 'pending' GROUP BY endpoint_id`,
    [dead.map(({ id }) => id)],
  );
  return rows.map(({ count }) => count);
}

it('10,000 messages for endpoints that are dead delay none of a live one', async () => {
  const before = await slowest(100);
  await tellMany(10_000);
  // Creating 20,000 deliveries takes a busy machine a while.
  await until('all wait for the dead', async () => (await waiting()).join() === '10000,10000');
  // A pause of the machine delays one round, a queue behind the dead delays both.
  const beside = Math.min(await slowest(100), await slowest(100));
  expect(await waiting()).toEqual([10_000, 10_000]);
  // Half a second for either: the outbox is read so often. On a busy machine either takes as much longer.
  expect(beside).toBeLessThan(1000 + 2 * before);
  expect(quick.receiver.messages.filter(({ isGenuine }) => !isGenuine)).toEqual([]);
});
