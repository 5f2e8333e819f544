import { afterEach, beforeEach, expect, it } from 'vitest';
import { MethodsService } from '#src/operator/desk/methods.service.js';
import { AgedOrders } from '../support/aged-orders.js';
import type { OrderActs } from '../support/order-acts.js';

let aged: AgedOrders;
beforeEach(async () => {
  aged = await AgedOrders.open();
});
afterEach(() => aged.close());

const methods = (hours = 24) => new MethodsService(aged.writer.database).of(hours);
const HOUR = 1 / 24;
const NONE = { made: 0, refused: 0, failed: 0, paid: 0, completed: 0, medianSecondsToPaid: null };
const CARD = { payWayCode: '10001', fiat: 'USD', crypto: 'USDT', network: 'ETH' };

async function make(
  acts: OrderActs,
  name: string,
  [count, paid]: readonly [number, number],
  crypto = CARD.crypto,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    await acts.created(`${name}-${n}`, { crypto });
    if (n < paid) await acts.seen(`${name}-${n}`);
  }
}

it('counts what became of the trades of each method, beside the same hours of last week', async () => {
  const now = aged.ago(HOUR);
  await now.refused('A-refused');
  await now.created('A-open');
  await now.created('A-failed');
  await now.seen('A-failed', { status: 'PAYMENT_FAILED', rampStatus: 'PAY_FAIL' });
  for (const [number, seconds] of [
    ['A-quick', 10],
    ['A-slow', 50],
  ] as const) {
    await now.created(number);
    await now.seen(number, {
      status: 'COMPLETED',
      rampStatus: 'FINISHED',
      rampCreatedAt: new Date('2026-01-31T12:00:00Z'),
      paidAt: new Date(Date.parse('2026-01-31T12:00:00Z') + seconds * 1000),
    });
  }
  // The provider does not say when it was paid.
  await now.created('A-undated');
  await now.seen('A-undated');
  await now.created('A-other', { payWayCode: '10002', fiat: 'EUR' });
  await now.registered('A-sale');
  await aged.ago(7 + HOUR).created('A-before');
  // Neither the day before, nor the hours between.
  await aged.ago(2).created('A-yesterday');
  await aged.ago(6).created('A-between');

  const { since, items } = await methods();
  expect(Math.abs(Date.now() - 24 * 3_600_000 - since.getTime())).toBeLessThan(60_000);
  expect(items).toEqual([
    {
      ...CARD,
      made: 6,
      refused: 1,
      failed: 1,
      paid: 3,
      completed: 2,
      medianSecondsToPaid: 30,
      before: { ...NONE, made: 1 },
      fell: false,
    },
    { ...CARD, payWayCode: '10002', fiat: 'EUR', ...NONE, made: 1, before: NONE, fell: false },
  ]);
});

it('tells of a method that only last week had trades', async () => {
  await aged.ago(7 + HOUR).created('A-before');
  expect((await methods()).items).toEqual([{ ...CARD, ...NONE, before: { ...NONE, made: 1 }, fell: false }]);
});

it('counts a retry of an order of the day before, and no trade of the order outside of the hours', async () => {
  await aged.ago(1.5).refused('A-1');
  await aged.owner.query(`
    INSERT INTO trades (trade_no, merchant_order_no, n, side, status, outcome, asked, stamp, status_at, created_at, updated_at)
    SELECT trade_no || '-r2', merchant_order_no, 2, side, 'CREATING', 'unknown', asked, stamp, now(), now(), now() FROM trades`);
  expect((await methods()).items).toMatchObject([{ made: 1, refused: 0 }]);
  expect((await methods(48)).items).toMatchObject([{ made: 2, refused: 1 }]);
});

it('counts of last week only what was paid at this hour of it', async () => {
  await aged.ago(7 + HOUR).created('A-1');
  await aged.ago(6).seen('A-1', { paidAt: new Date(Date.now() - 6 * 86_400_000) });
  await aged.ago(7 + HOUR).created('A-2');
  await aged.ago(7 + HOUR / 2).seen('A-2', { paidAt: new Date(Date.now() - (7 + HOUR / 2) * 86_400_000) });
  expect((await methods()).items).toMatchObject([{ made: 0, before: { made: 2, paid: 1 } }]);
});

it.each<{ what: string; before: [number, number]; now: [number, number]; fell: boolean }>([
  { what: 'to less than half', before: [10, 8], now: [10, 3], fell: true },
  { what: 'to half', before: [10, 8], now: [10, 4], fell: false },
  { what: 'of few trades', before: [10, 10], now: [9, 0], fell: false },
  { what: 'of few trades a week before', before: [9, 9], now: [10, 0], fell: false },
  { what: 'from nothing', before: [10, 0], now: [10, 0], fell: false },
])('marks a paid share that fell $what: $fell', async ({ before, now, fell }) => {
  await make(aged.ago(7 + HOUR), 'B', before);
  await make(aged.ago(HOUR), 'A', now);
  expect((await methods()).items).toMatchObject([{ made: now[0], paid: now[1], before: { made: before[0] }, fell }]);
});

it('marks the coins that fell where only their method has enough trades', async () => {
  const coins = ['BTC', 'ETH'];
  for (const [at, crypto] of coins.entries()) {
    await make(aged.ago(7 + HOUR), `B${at}`, [6, 6], crypto);
    await make(aged.ago(HOUR), `A${at}`, [6, 0], crypto);
  }
  await make(aged.ago(7 + HOUR), 'B2', [2, 2], 'SOL');
  await make(aged.ago(HOUR), 'A2', [2, 2], 'SOL');
  const { items } = await methods();
  expect(items.map(({ crypto, fell }) => [crypto, fell])).toEqual([
    ...coins.map((crypto) => [crypto, true]),
    ['SOL', false],
  ]);
});

it('looks at a bounded number of orders, and tells since when', async () => {
  await aged.owner.query(`ALTER TABLE orders DISABLE TRIGGER USER`);
  await aged.owner.query(`
    INSERT INTO orders (merchant_order_no, side, caller, status, created_at, updated_at)
    SELECT 'A-' || i, 'BUY', 'everybody', 'CREATING', now() - i * interval '1 second', now() FROM generate_series(1, 11000) i`);
  const { since } = await methods();
  expect((Date.now() - since.getTime()) / 1000).toBeGreaterThan(9_900);
  expect((Date.now() - since.getTime()) / 1000).toBeLessThan(10_100);
});
