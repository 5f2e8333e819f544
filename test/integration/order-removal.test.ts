import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '#src/accounting/report/report.types.js';
import { CallbackAddressService, callbackToken } from '#src/orders/secrets/callback-address.service.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { AgedOrders } from '../support/aged-orders.js';
import { OrderActs } from '../support/order-acts.js';

const FINISHED = { status: 'COMPLETED', rampStatus: 'FINISHED' } as const;
const OF_ORDERS = [
  'orders',
  'trades',
  'schedules',
  'order_events',
  'mismatches',
  'outbox',
  'callback_receipts',
  'order_notes',
];

let aged: AgedOrders;
beforeEach(async () => {
  aged = await AgedOrders.open();
});
afterEach(() => aged.close());
Logger.overrideLogger(false);

const count = async (table: string): Promise<number> => {
  const { rows } = await aged.owner.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${table}`);
  return rows[0]!.n;
};

/** First day of the month `days` ago, plus `later` months. */
function month(days: number, later = 0): Date {
  const then = new Date(Date.now() - days * 86_400_000);
  return new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + later, 1));
}

/** All ways in which orders end, with all figures of a report. */
async function live(driven: OrderActs, prefix: string): Promise<void> {
  const no = (n: number): string => `${prefix}-${n}`;
  await driven.created(no(1));
  await driven.seen(no(1), {
    ...FINISHED,
    cryptoQuantity: '98.100000000000000001',
    rampFee: '1.5',
    rampFeeUnit: 'USDT',
    networkFee: '0.30',
    rebateFiatAmount: '0.05',
    rebateUsdAmount: '0.050',
  });
  await driven.created(no(2), { fiat: 'EUR', amount: '9007199254740993.01' });
  await driven.seen(no(2), { ...FINISHED, fiat: 'EUR', amount: '9007199254740993.01', rampFee: '2' });
  await driven.created(no(3));
  await driven.seen(no(3));
  await driven.seen(no(3), { status: 'REFUNDED', rampStatus: 'REFUNDED' });
  await driven.refused(no(4));
  await driven.declined(no(5));
  await driven.notSent(no(6), true);
  await driven.created(no(7));
  await driven.seen(no(7), { status: 'CANCELLED', rampStatus: 'CANCEL' });
  await driven.registered(no(8));
  await driven.sold(no(8), {
    facts: { fiatAmount: '95.50', cryptoActualAmount: '99.5' },
    status: 'COMPLETED',
    rampStatus: '4',
  });
  // A mismatch closed by the provider, and two payments, resolved by staff.
  await driven.created(no(9));
  await driven.seen(no(9), { address: 'elsewhere', status: 'AWAITING_PAYMENT', rampStatus: 'PENDING' });
  await driven.seen(no(9), FINISHED);
  await driven.superseded(no(10));
  await driven.seen(no(10), { ...FINISHED, orderNo: `P-late-${prefix}` });
  await driven.seen(`${no(10)}-r2`, FINISHED);
  const { orders, edits } = driven.opened;
  const { state } = await orders.find(no(10));
  for (const { id } of state!.openMismatches) await edits.resolveMismatch(id, 'ann', 'paid back');
}

/** The figures that a removal must not change: all but the report's time, removed numbers, and days. */
const figures = ({ byDay, ...report }: Report): unknown => ({
  ...report,
  ofDays: byDay.reduce((all, { trades }) => all + trades, 0),
  generatedAt: null,
  removed: null,
  doublePayments: report.doublePayments.orders,
});

describe('removal: orders that ended long ago', () => {
  it('are removed with all their data, and every sum of the report is unchanged', async () => {
    await live(aged.ago(200), 'a');
    await live(aged.ago(130), 'B');
    await live(aged.ago(20), 'c');
    // Lives longer than the interval between two anchors.
    await aged.ago(200).created('a-long');
    await aged.ago(150).seen('a-long', FINISHED);
    await aged.owner.query(
      `INSERT INTO callback_receipts (id, trade_no, merchant_order_no, method, digest, key_id, content, payload_hash)
       SELECT gen_random_uuid(), trade_no, merchant_order_no, 'POST', sha256(''), '1', '', sha256(trade_no::bytea) FROM trades`,
    );
    await aged.owner.query(
      `INSERT INTO order_notes (id, merchant_order_no, written_by) SELECT gen_random_uuid(), merchant_order_no, 'ann' FROM orders`,
    );
    await aged.rest();
    const spans = [
      { from: null, to: null },
      { from: month(200), to: month(200, 1) },
      { from: month(200), to: month(130, 1) },
      { from: month(200, 1), to: null },
    ];
    const reports = () =>
      Promise.all([...spans.map((span) => aged.report(span)), ...spans.map((span) => aged.report(span, 'completed'))]);
    const before = await reports();
    expect(before[0]).toMatchObject({ orders: 31, balanced: true, doublePayments: { orders: 3 } });
    expect(before[4]).toMatchObject({ orders: 16, balanced: true, doublePayments: { orders: 3 } });
    const anchors = await Promise.all([199, 129, 19, 0].map((days) => aged.anchor(days)));
    expect(await aged.faults(...anchors)).toEqual([]);

    await aged.removeOld();

    expect(await aged.numbers()).toEqual(Array.from({ length: 10 }, (_, n) => `c-${n + 1}`).sort());
    for (const table of OF_ORDERS) {
      const named = table === 'schedules' ? 'trade_no' : 'merchant_order_no';
      expect(await count(`${table} WHERE ${named} ~* '^[ab]-'`), table).toBe(0);
    }
    expect([await count('callback_receipts'), await count('order_notes')]).toEqual([11, 10]);
    const after = await reports();
    expect(after.map(figures)).toEqual(before.map(figures));
    expect(after.map(({ removed }) => removed)).toEqual(
      [21, 11, 21, 10, 11, 5, 11, 6].map((orders) => ({ orders, monthsLeftOut: [] })),
    );
    expect(after[0]!.doublePayments.numbers).toEqual(['c-10']);
    expect(await aged.faults(...anchors, await aged.anchor(0))).toEqual([]);
  });

  it('in a month only partly in the span are left out, and the report says so', async () => {
    const driven = aged.ago(200);
    await driven.created('A-1');
    await driven.seen('A-1', FINISHED);
    await aged.rest();
    await aged.removeOld();
    const [begin, end] = [month(200), month(200, 1)];
    const name = begin.toISOString().slice(0, 7);
    const cut = { orders: 0, removed: { orders: 0, monthsLeftOut: [name] }, fiat: [], balanced: true };
    expect(await aged.report({ from: new Date(begin.getTime() + 1), to: null })).toMatchObject(cut);
    expect(await aged.report({ from: null, to: new Date(end.getTime() - 1) })).toMatchObject(cut);
    const whole = { orders: 1, removed: { orders: 1, monthsLeftOut: [] }, balanced: true };
    expect(await aged.report({ from: begin, to: end })).toMatchObject(whole);
    const beside = { orders: 0, removed: { orders: 0, monthsLeftOut: [] } };
    expect(await aged.report({ from: end, to: null })).toMatchObject(beside);
    expect(await aged.report({ from: null, to: begin })).toMatchObject(beside);
  });

  it('of one month removed in turn add up, with those that lack a figure', async () => {
    const driven = aged.ago(200);
    for (const number of ['A-1', 'A-2']) {
      await driven.created(number);
      await driven.seen(number, FINISHED);
    }
    await aged.rest();
    const before = await aged.report();
    expect(before.networkFees).toMatchObject([{ trades: 2, unstated: 2 }]);
    await aged.owner.query(`UPDATE schedules SET next_query_at = now() WHERE trade_no = 'A-2'`);
    await aged.removeOld();
    expect(await aged.numbers()).toEqual(['A-2']);
    await aged.rest();
    await aged.removeOld();
    expect(await aged.numbers()).toEqual([]);
    expect(figures(await aged.report())).toEqual(figures(before));
  });
});

describe('removal: an order is kept', () => {
  const AS_OWNER: Readonly<Record<string, string>> = {
    'in review': `UPDATE orders SET in_review = true`,
    'with an open mismatch': `INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, opened_at)
      VALUES (gen_random_uuid(), 'A-1', 'A-1', 'field', 'address', now())`,
    'whose trade is still polled': `UPDATE schedules SET next_query_at = now()`,
    'whose trade somebody asks about just now': `UPDATE schedules SET lease_id = gen_random_uuid(), lease_until = now() + interval '9 s'`,
    'that somebody drives': `UPDATE orders SET attempt_lease = gen_random_uuid(), attempt_until = now()`,
    'of which the shop is still to be told': `INSERT INTO outbox (id, type, merchant_order_no, version, created_at)
      VALUES (gen_random_uuid(), 'order.updated', 'A-1', 2, now() - interval '200 days')`,
    'a trade of which has not ended': `UPDATE trades SET status = 'PAID'`,
    'that has not ended': `UPDATE orders SET status = 'PAYOUT_FAILED'`,
  };

  beforeEach(async () => {
    const driven = aged.ago(200);
    await driven.created('A-1');
    await driven.seen('A-1', FINISHED);
    await driven.refused('A-2');
    await aged.rest();
  });

  it.each(Object.entries(AS_OWNER))('%s', async (_what, change) => {
    const isOfTrade = /^UPDATE (schedules|trades)/.test(change);
    const which = change.startsWith('UPDATE') ? ` WHERE ${isOfTrade ? 'trade_no' : 'merchant_order_no'} = 'A-1'` : '';
    await aged.owner.query(change + which);
    // The database function itself refuses, even without the service's checks.
    const call = `SELECT remove_orders(ARRAY['A-1'], ARRAY[(SELECT version FROM orders WHERE merchant_order_no = 'A-1')], ARRAY[sha256('')], '1')`;
    expect(await aged.writer.database.query(call)).toEqual([]);
    await aged.removeOld();
    expect(await aged.numbers()).toEqual(['A-1']);
  });

  it.each([
    ['was altered', `UPDATE order_events SET data = '{}' WHERE seq = 1`],
    ['was cut off', `DELETE FROM order_events WHERE seq = 3`],
    ['is gone', 'DELETE FROM order_events'],
  ])('if its history %s', async (_what, change) => {
    await aged.owner.query(`ALTER TABLE order_events DISABLE TRIGGER ALL`);
    await aged.owner.query(`${change}${change.includes('WHERE') ? ' AND' : ' WHERE'} merchant_order_no = 'A-1'`);
    await aged.removeOld();
    expect(await aged.numbers()).toEqual(['A-1']);
  });

  it('if it is too young or changed too recently', async () => {
    await aged.ago(99).refused('A-3');
    await aged.ago(200).created('A-4');
    await aged.ago(99).seen('A-4', FINISHED);
    await aged.rest();
    await aged.removeOld();
    expect(await aged.numbers()).toEqual(['A-3', 'A-4']);
    await aged.removeOld(98 * 86_400_000);
    expect(await aged.numbers()).toEqual([]);
  });
});

describe('removal: the number of a removed order', () => {
  beforeEach(async () => {
    const driven = aged.ago(200);
    await driven.refused('Gone-1');
    await driven.superseded('Gone-2');
    for (const trade of ['Gone-2', 'Gone-2-r2'])
      await driven.seen(trade, { status: 'CANCELLED', rampStatus: 'CANCEL', orderNo: `P-${trade}` });
    await aged.rest();
  });

  it('stays taken in any letter case, for purchases and sales, and reads as not found', async () => {
    await aged.removeOld();
    expect(await aged.numbers()).toEqual([]);
    const now = new OrderActs(aged.writer);
    for (const number of ['Gone-1', 'GONE-1', 'gone-2']) {
      await expect(now.reserved(number), number).rejects.toThrow('the number is taken');
      const sale = { merchantOrderNo: number, orderNo: null, customerId: null };
      await expect(aged.writer.registrations.register(EVERYBODY, sale)).rejects.toMatchObject({
        code: 'merchant_order_no_conflict',
      });
    }
    for (const table of OF_ORDERS) expect(await count(table), table).toBe(0);
    await now.reserved('Gone-3');
  });

  it('opens no callback address', async () => {
    const { settings, keys, orders } = aged.writer;
    const addresses = new CallbackAddressService(settings, keys, orders);
    await aged.removeOld();
    for (const trade of ['Gone-1', 'Gone-2', 'Gone-2-r2']) {
      expect(await addresses.tradeOf(callbackToken(await keys.ring(), trade)), trade).toBeNull();
    }
    expect(await addresses.tradeOf(callbackToken(await keys.ring(), 'Never-1'))).toBe('Never-1');
  });
});

describe('removal: a process with the service role only', () => {
  const call = (number: string, version = 2): string =>
    `SELECT remove_orders(ARRAY['${number}'], ARRAY[${version}], ARRAY[sha256('')], '1')`;
  const asService = (text: string): Promise<unknown[]> => aged.writer.database.query(text);

  it('cannot remove a young order, whatever it writes to the row or to its own tables', async () => {
    await aged.ago(89).refused('A-1');
    await aged.rest();
    await asService(
      `UPDATE orders SET created_at = now() - interval '9 years', updated_at = now() - interval '9 years'`,
    );
    expect(await asService(call('A-1'))).toEqual([]);
    await asService(`SET ramp_checkout.clock_shift = '9 years'; CREATE TEMP TABLE order_events AS
      SELECT merchant_order_no, seq, at - interval '9 years' AS at, mac FROM order_events; ${call('A-1')}`);
    expect(await aged.numbers()).toEqual(['A-1']);
  });

  it('removes only rows that match its arguments, and a false seal is found', async () => {
    const driven = aged.ago(200);
    await driven.created('A-1');
    await driven.refused('A-2');
    await aged.rest();
    expect(await asService(call('A-1'))).toEqual([]);
    expect(await asService(call('A-2', 1))).toEqual([]);
    expect(await asService(call('A-2'))).toHaveLength(1);
    expect(await aged.faults()).toEqual(['a-2: it is gone, and what is left of it does not fit its seal']);
    expect((await aged.report()).balanced).toBe(false);
  });

  it('cannot undo a removal, and other roles cannot remove at all', async () => {
    for (const text of [
      `DELETE FROM removed_orders`,
      `UPDATE removed_orders SET month = month`,
      `INSERT INTO removed_orders SELECT * FROM removed_orders`,
      `DELETE FROM monthly_account`,
    ]) {
      await expect(asService(text), text).rejects.toMatchObject({ code: '42501' });
    }
    await aged.owner.query('BEGIN; CREATE ROLE somebody_else; SET LOCAL ROLE somebody_else');
    await expect(aged.owner.query(call('A-1'))).rejects.toMatchObject({ code: '42501' });
    await aged.owner.query('ROLLBACK');
  });
});

describe('removal: the owner of the database', () => {
  it('is found out after a manual deletion, a deleted remainder, or a false removal', async () => {
    const driven = aged.ago(200);
    for (const n of [1, 2, 3]) await driven.refused(`A-${n}`);
    const anchor = await aged.anchor(150);
    await aged.rest();
    await aged.removeOld();
    expect(await aged.faults(anchor)).toEqual([]);
    const fault = [expect.stringContaining('is not the one that was anchored') as string];
    await aged.owner.query(
      `CREATE TABLE kept AS TABLE removed_orders; DELETE FROM removed_orders WHERE merchant_order_no = 'a-2'`,
    );
    expect(await aged.faults(anchor)).toEqual(fault);
    await aged.owner.query(`INSERT INTO removed_orders SELECT * FROM kept WHERE merchant_order_no = 'a-2'`);
    await aged.owner.query(
      `UPDATE removed_orders SET times[1] = times[1] + interval '1 ms' WHERE merchant_order_no = 'a-1'`,
    );
    expect(await aged.faults(anchor)).toEqual(['a-1: it is gone, and what is left of it does not fit its seal']);
    await aged.owner.query(`UPDATE removed_orders SET merchant_order_no = 'a-4' WHERE merchant_order_no = 'a-1'`);
    expect(await aged.faults(anchor)).toContain('a-4: it is gone, and what is left of it does not fit its seal');
  });

  it('is found out after restoring an order under its number', async () => {
    await aged.ago(200).refused('A-1');
    await aged.rest();
    await aged.removeOld();
    await aged.owner.query('ALTER TABLE orders DISABLE TRIGGER orders_number_free');
    await aged.owner.query('CREATE TEMPORARY TABLE kept AS TABLE removed_orders');
    await aged.owner.query('DELETE FROM removed_orders');
    await new OrderActs(aged.writer).refused('A-1');
    await aged.owner.query('INSERT INTO removed_orders TABLE kept');
    expect(await aged.faults()).toEqual(['a-1: it was removed, and is there all the same']);
  });
});

it('removal: 2,500 orders are removed during checkouts', async () => {
  const driven = aged.ago(200);
  const numbers = Array.from({ length: 2500 }, (_, n) => `A-${n}`);
  for (let from = 0; from < numbers.length; from += 25) {
    await Promise.all(numbers.slice(from, from + 25).map((number) => driven.refused(number)));
  }
  await aged.rest();
  const removing = aged.removeOld().then(() => 'done');
  const live = new OrderActs(aged.writer);
  let checkouts = 0;
  for (let state = 'going on'; state !== 'done'; checkouts++) {
    await live.created(`live-${checkouts}`);
    state = await Promise.race([removing, Promise.resolve('going on')]);
  }
  expect(checkouts).toBeGreaterThan(50);
  expect(await aged.numbers()).toHaveLength(checkouts);
  expect(await aged.report()).toMatchObject({
    orders: numbers.length + checkouts,
    balanced: true,
    removed: { orders: numbers.length },
  });
}, 300_000);
