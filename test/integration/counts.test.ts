import { afterEach, beforeEach, expect, it } from 'vitest';
import { CountsService } from '#src/operator/desk/counts.service.js';
import type { Counts } from '#src/operator/desk/counts.service.js';
import type { Database } from '#src/platform/database/database.js';
import { AgedOrders } from '../support/aged-orders.js';
import { FakeTime } from '../support/fake-time.js';
import { DAY, SECOND } from '../support/moments.js';
import { OrderActs } from '../support/order-acts.js';

const POLICY = { orders: { expiryMs: DAY }, reconcile: { firstDelayMs: 5000 } };
const NONE: Counts = { inReview: 0, overdue: 0, doublePayments: 0, failedDeliveries: 0, ordersInMaking: 0 };
const FINISHED = { status: 'COMPLETED', rampStatus: 'FINISHED' } as const;

let aged: AgedOrders;
let acts: OrderActs;
beforeEach(async () => {
  aged = await AgedOrders.open();
  acts = new OrderActs(aged.writer);
});
afterEach(() => aged.close());

const count = (database: Database = aged.writer.database): Promise<Counts> =>
  new CountsService(database, POLICY, new FakeTime()).now();

async function paidTwice(number: string): Promise<void> {
  await acts.superseded(number);
  await acts.seen(number, { ...FINISHED, orderNo: `P-late-${number}` });
  await acts.seen(`${number}-r2`, FINISHED);
}

it.each<[string, () => Promise<unknown>, Partial<Counts>]>([
  ['no order', () => Promise.resolve(), {}],
  ['an open order', () => acts.created('A-1'), {}],
  ['an order being made', () => acts.reserved('A-1'), { ordersInMaking: 1 }],
  ['an order older than the expiry', () => aged.ago(2).created('A-1'), { overdue: 1 }],
  ['an order whose queries fail', () => acts.created('A-1').then(() => acts.unanswered('A-1', 3)), { overdue: 1 }],
  [
    'an order that is not polled',
    async () => {
      await acts.created('A-1');
      await aged.owner.query(`UPDATE schedules SET next_query_at = checkout_now() - interval '1 day'`);
    },
    { overdue: 1 },
  ],
  ['an old order that has ended', () => aged.ago(2).refused('A-1'), {}],
  [
    'an order in review, with two differences',
    async () => {
      await acts.created('A-1');
      await acts.seen('A-1', { address: 'elsewhere', fiat: 'EUR' });
    },
    { inReview: 1 },
  ],
  [
    'an old order in review',
    async () => {
      await aged.ago(2).created('A-1');
      await acts.seen('A-1', { address: 'elsewhere', status: 'AWAITING_PAYMENT', rampStatus: 'PENDING' });
    },
    { inReview: 1 },
  ],
  ['an order that was paid twice', () => paidTwice('A-1'), { inReview: 1, doublePayments: 1 }],
  [
    'a delivery that was given up',
    () =>
      aged.owner.query(`
        WITH e AS (INSERT INTO webhook_endpoints (id, url, events, position, secret, secret_key_id, created_at, created_by)
                   VALUES (gen_random_uuid(), 'https://shop.example', '{*}', 1, '', '1', now(), 'x') RETURNING id),
             m AS (INSERT INTO outbox (id, type, data, mac, key_id, created_at)
                   VALUES (gen_random_uuid(), 'endpoint.test', '{}', '', '1', now()) RETURNING id)
        INSERT INTO webhook_deliveries (id, endpoint_id, message_id, event, state, created_at, next_at, planned_at)
        SELECT gen_random_uuid(), e.id, m.id, 'endpoint.test', state, now(), CASE state WHEN 'pending' THEN now() END, now()
          FROM e, m, unnest('{failed,pending,delivered}'::text[]) AS state`),
    { failedDeliveries: 1 },
  ],
])('counts: %s', async (_what, live, expected) => {
  await live();
  const counts = await count();
  expect(counts).toEqual({ ...NONE, ...expected });
  const { buckets, doublePayments } = await aged.report();
  expect([buckets.in_review, buckets.overdue, doublePayments.orders]).toEqual([
    counts.inReview,
    counts.overdue,
    counts.doublePayments,
  ]);
});

it('counts: all callers within a second share one statement', async () => {
  const time = new FakeTime();
  let statements = 0;
  const database = { query: () => Promise.resolve([{ ...NONE, overdue: ++statements }]) } as unknown as Database;
  const counts = new CountsService(database, POLICY, time);
  const read = async (): Promise<number[]> =>
    (await Promise.all([counts.now(), counts.now()])).map(({ overdue }) => overdue);
  expect(await read()).toEqual([1, 1]);
  time.skip(SECOND / 2);
  expect(await read()).toEqual([1, 1]);
  time.skip(SECOND / 2);
  expect(await read()).toEqual([2, 2]);
});
