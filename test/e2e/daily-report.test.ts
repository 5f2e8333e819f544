import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runToEnd } from '../support/run-to-end.js';
import type { Service } from '../support/service.js';
import { checkoutBody, until } from '../support/service.js';
import { shiftClock } from '../support/service-clock.js';
import { useWorld } from '../support/service-world.js';
import { subscribe } from '../support/webhook-receiver.js';
import type { Receiver } from '../support/webhook-receiver.js';

const SETTINGS = { WEBHOOK_ALLOW_PRIVATE: 'true' };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const world = useWorld(SETTINGS);
let replica: Service;
const receivers: Receiver[] = [];

beforeAll(async () => {
  replica = await world.replica(SETTINGS, { process: true, lasts: true });
}, 180_000);
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
});

async function subscribed(...events: string[]): Promise<Receiver> {
  const { receiver } = await subscribe(world.service, { events });
  receivers.push(receiver);
  return receiver;
}

/** A report without the time of reading. */
const figures = (report: Record<string, unknown>): Record<string, unknown> => ({
  ...report,
  generatedAt: null,
  oldestOpen: null,
});
const reportRows = (): Promise<unknown[]> => world.rows.query(`SELECT id FROM outbox WHERE type = 'report.daily'`);
const untilTold = (receiver: Receiver, count: number): Promise<boolean> =>
  until(`${count} reports`, () => Promise.resolve(receiver.messages.length === count));

it.concurrent('tells the report of each day once, by any number of replicas, to the endpoints that wanted it then', async () => {
  // From tomorrow on, so that no day ends while the test looks at it.
  const begin = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
  const day = (days: number): string => new Date(begin + days * DAY_MS).toISOString();
  const untilOneOClockOf = (days: number): Promise<void> =>
    shiftClock(world.databaseUrl, `${begin + days * DAY_MS + HOUR_MS - Date.now()} ms`);
  await untilOneOClockOf(0);
  const other = await subscribed('order.completed');
  const receiver = await subscribed('report.daily');
  for (let n = 0; n < 2; n += 1) {
    const { merchantOrderNo } = await world.service.order(checkoutBody());
    // An open one would expire just when the report is made.
    await world.sandbox.force(merchantOrderNo, 'CANCEL');
    await world.rows.untilStatus(merchantOrderNo, 'CANCELLED');
  }
  expect(await reportRows()).toEqual([]);

  await untilOneOClockOf(1);
  await untilTold(receiver, 1);
  const [first] = receiver.messages;
  expect(first).toMatchObject({
    type: 'report.daily',
    timestamp: day(1),
    data: { from: day(0), to: day(1), orders: 2, balanced: true },
  });
  const args = ['--from', day(0), '--to', day(1), '--json'];
  const program = await runToEnd('src/cli/accounts/report.js', args, { DATABASE_URL: world.databaseUrl });
  expect(figures({ ...first!.data })).toEqual(figures(JSON.parse(program.out) as Record<string, unknown>));

  // Made after the day has ended: told of the next one.
  const late = await subscribed('*');
  await replica.program.kill();
  replica = await world.replica(SETTINGS, { process: true, lasts: true });
  await untilOneOClockOf(2);
  await Promise.all([untilTold(receiver, 2), untilTold(late, 1)]);
  expect(receiver.messages[1]).toMatchObject({ timestamp: day(2), data: { from: day(1), orders: 0 } });
  expect(late.messages[0]!.id).toBe(receiver.messages[1]!.id);
  expect(await reportRows()).toHaveLength(2);
  expect(other.messages).toEqual([]);
}, 180_000);

it.concurrent('writes nothing while no endpoint wants it', async () => {
  const { rows, databaseUrl } = await world.another(SETTINGS);
  await shiftClock(databaseUrl, '25 hours');
  // Longer than a round takes.
  await sleep(12_000);
  expect(await rows.query('SELECT 1 FROM outbox')).toEqual([]);
});
