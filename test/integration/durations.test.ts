import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DurationsService, MEASURE } from '#src/pages/durations.service.js';
import { TokenContracts } from '#src/catalog/token-contracts.service.js';
import { pair } from '../unit/catalog/scripted-ramp.js';
import { fillWithOrders } from '../support/many-orders.js';
import { openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { settingsWith } from '../support/settings.js';
import { ProcessTime } from '#src/platform/time/time.js';

let opened: OrderWriter;
beforeEach(async () => {
  opened = await openOwnOrderWriter();
});
afterEach(() => opened.close());

const measured = () => new DurationsService(opened.database, new ProcessTime(), settingsWith()).measure();

interface Orders {
  readonly payWayCode: string;
  readonly network: string;
  readonly side?: 'BUY' | 'SELL';
  readonly status?: string;
  readonly count?: number;
  readonly inReview?: boolean;
  readonly daysAgo?: number;
  /** SQL: minutes from the order to its payment; `i` counts the orders from 1. */
  readonly paidAfter?: string;
  /** SQL: minutes from the payment to the end. */
  readonly doneAfter?: string;
}

/** Completed orders: paid after 1 to 30 minutes, and completed 2 minutes later. */
async function completed({
  side = 'BUY',
  status = 'COMPLETED',
  count = 30,
  inReview = false,
  daysAgo = 1,
  paidAfter = 'i',
  doneAfter = '2',
  payWayCode,
  network,
}: Orders): Promise<void> {
  const numbers = `FROM (SELECT i, $1 || '-' || i AS number, checkout_now() - $3::integer * interval '1 day' AS ordered
                           FROM generate_series(1, $2::integer) AS i) made`;
  await opened.database.query(
    `INSERT INTO orders (merchant_order_no, side, caller, status, in_review, created_at, updated_at)
     SELECT number, $4, 'guest', $5, $6, ordered, ordered ${numbers}`,
    [payWayCode, count, daysAgo, side, status, inReview],
  );
  const time = (minutes: string): string =>
    `to_char((ordered + (${minutes}) * interval '1 minute') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  await opened.database.query(
    `INSERT INTO trades (trade_no, merchant_order_no, n, side, status, outcome, asked, stamp, facts, status_at, created_at, updated_at)
     SELECT number, number, 1, $4, $5, 'created',
            jsonb_build_object('fiat', 'USD', 'amount', '100', 'crypto', 'USDT', 'network', $6::text, 'address', 'a', 'payWayCode', $1::text, 'country', 'US'),
            1, jsonb_strip_nulls(jsonb_build_object('paidAt', ${time(paidAfter)}, 'completedAt', ${time(`(${paidAfter}) + (${doneAfter})`)},
              'paymentType', CASE $4 WHEN 'SELL' THEN $1::text END)), ordered, ordered, ordered ${numbers}`,
    [payWayCode, count, daysAgo, side, status, network],
  );
}

const NOTHING = { payment: {}, delivery: {}, payout: {} };

describe('durations: measured on completed orders', () => {
  it('by payment method, network and payout method', async () => {
    await completed({ payWayCode: '10001', network: 'ETH' });
    await completed({ payWayCode: '10002', network: 'TRX', paidAfter: '60 * i', doneAfter: 'i / 10.0' });
    await completed({ payWayCode: '20001', network: 'ETH', side: 'SELL', doneAfter: '1440' });
    expect(await measured()).toEqual({
      payment: {
        '10001': { typicalMinutes: 23, slowMinutes: 28 },
        '10002': { typicalMinutes: 1365, slowMinutes: 1626 },
      },
      delivery: { ETH: { typicalMinutes: 2, slowMinutes: 2 }, TRX: { typicalMinutes: 3, slowMinutes: 3 } },
      payout: { '20001': { typicalMinutes: 1440, slowMinutes: 1440 } },
    });
  });

  it.each<[what: string, Omit<Orders, 'payWayCode' | 'network'>]>([
    ['fewer than 20', { count: 19 }],
    ['older than 30 days', { daysAgo: 31 }],
    ['in review', { inReview: true }],
    ['not completed', { status: 'TRANSFERRING' }],
    ['refunded', { status: 'REFUNDED' }],
    ['without a time of payment', { paidAfter: 'NULL::integer' }],
    ['paid before they were made, by a wrong time zone', { paidAfter: '-480', doneAfter: '480' }],
    ['paid after their end, by a wrong time zone', { paidAfter: '480', doneAfter: '-475' }],
  ])('leaves out orders that are %s', async (_, orders) => {
    await completed({ payWayCode: '10001', network: 'ETH', ...orders });
    expect(await measured()).toEqual(NOTHING);
  });

  it('reads the newest 2,000 orders of a side, whatever the number of orders', async () => {
    await fillWithOrders(opened.database, 20_000);
    await opened.database.query('ALTER TABLE orders DISABLE TRIGGER USER');
    await opened.database.query(
      `UPDATE orders SET created_at = checkout_now() - right(merchant_order_no, 7)::integer * interval '1 minute'`,
    );
    await opened.database.query('VACUUM ANALYZE orders');
    const explained = await opened.database.query<object>(`EXPLAIN (ANALYZE, COSTS OFF) ${MEASURE}`);
    const plan = explained.map((line) => Object.values(line).join()).join('\n');
    expect(plan).toContain('orders_chosen');
    expect(plan).not.toMatch(/Seq Scan on (?:orders|trades)\b/);
    const rows = [...plan.matchAll(/rows=(\d+)/g)].map(([, found]) => Number(found));
    expect(Math.max(...rows)).toBeLessThan(8001);
  });
});

it('durations: a database that fails leaves only what the merchant states', async () => {
  const failing = { query: () => Promise.reject(new Error('away')) } as never;
  const settings = settingsWith({ PAY_WAY_MINUTES: '10001=5' });
  const { durations: found } = await new DurationsService(failing, new ProcessTime(), settings).find();
  expect(found).toEqual({ stated: { '10001': { typicalMinutes: 5, slowMinutes: 15 } }, ...NOTHING });
});

it('token contracts: those of completed purchases stand where the list of the provider has none', async () => {
  await completed({ payWayCode: '10001', network: 'erc20', count: 2 });
  await opened.database.query(`UPDATE trades SET facts = facts || '{"tokenAddress":"0xabc"}'`);
  const contracts = new TokenContracts(opened.database, new ProcessTime());
  const listed = [pair({ address: null }), pair({ network: 'BSC', address: null }), pair({ address: '0xdef' })];
  expect((await contracts.addTo(listed)).map(({ address }) => address)).toEqual(['0xabc', null, '0xdef']);
  const failing = { query: () => Promise.reject(new Error('away')) } as never;
  expect(await new TokenContracts(failing, new ProcessTime()).addTo(listed)).toEqual(listed);
});
