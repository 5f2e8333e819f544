import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReportService } from '#src/accounting/report/report.service.js';
import type { ReportBucket, Report } from '#src/accounting/report/report.types.js';
import { ALL_TIME } from '#src/accounting/span.js';
import type { Span } from '#src/accounting/span.js';
import { DUE_COUNTS } from '#src/reconciliation/claim.repository.js';
import { OrderActs } from '../support/order-acts.js';
import { fillWithOrders } from '../support/many-orders.js';
import { DAY } from '../support/moments.js';
import { openOrderWriter, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { Rows } from '../support/service-rows.js';
import { sealAgain } from '../support/sealed-orders.js';

let opened: OrderWriter;
let orders: OrderActs;

beforeEach(async () => {
  opened = await openOwnOrderWriter();
  orders = new OrderActs(opened);
});

afterEach(() => opened.close());

const POLICY = { firstDelayMs: 5000, expiryMs: DAY };

const report = (span: Span = ALL_TIME): Promise<Report> =>
  new ReportService(opened.database).report({ span, policy: POLICY, timeoutMs: 60_000 });

const sql = (text: string, ...parameters: unknown[]): Promise<unknown[]> => opened.database.query(text, parameters);

async function dated(number: string, age: string): Promise<void> {
  await sql(
    `WITH o AS (UPDATE orders SET created_at = created_at - $2::interval WHERE merchant_order_no = $1)
     UPDATE trades SET created_at = created_at - $2::interval, stamp = stamp - extract(epoch FROM $2::interval) * 1000
      WHERE merchant_order_no = $1`,
    number,
    age,
  );
  await sealAgain(opened.database, { numbers: [number] });
}

/** Trades due for an hour, equally many in each queue. */
const MAKE_DUE = `
  UPDATE schedules SET next_query_at = checkout_now() - interval '1 hour', planned_at = checkout_now(),
         watch_class = (ARRAY['waiting', 'waiting', 'waiting', 'paid', 'young', 'old', 'closed'])[i % 7 + 1],
         hint_cause = (ARRAY['callback:1', 'order-followed', 'order-read'])[i % 7 + 1]
    FROM generate_series(1, $1::integer) AS i WHERE trade_no = 'L-' || lpad(i::text, 7, '0')`;

/** Every way into a bucket, with the bucket. */
const WAYS: Readonly<Record<string, readonly [ReportBucket, (number: string) => Promise<unknown>]>> = {
  'a wrong address': [
    'in_review',
    async (number) => {
      await orders.created(number);
      await orders.seen(number, { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' });
    },
  ],
  refused: ['never_created', (number) => orders.refused(number)],
  'declined by ourselves': ['never_created', (number) => orders.declined(number)],
  'not found twice': ['never_created', (number) => orders.neverCreated(number)],
  'three questions without an answer': [
    'overdue',
    async (number) => {
      await orders.created(number);
      await orders.unanswered(number, 3);
    },
  ],
  'due, and nobody asks': [
    'overdue',
    async (number) => {
      await orders.created(number);
      await sql(`UPDATE schedules SET next_query_at = checkout_now() - interval '11 s' WHERE trade_no = $1`, number);
    },
  ],
  'paid a day ago': [
    'overdue',
    async (number) => {
      await orders.created(number);
      await orders.seen(number);
      await dated(number, '25 hours');
    },
  ],
  'waits for the payment': ['open', (number) => orders.created(number)],
  'a trade that never was, and a newer one': [
    'open',
    async (number) => {
      await orders.superseded(number);
      await orders.notFound(number);
    },
  ],
  'not sent, still tried': ['open', (number) => orders.notSent(number, false)],
  'two questions without an answer': [
    'open',
    async (number) => {
      await orders.created(number);
      await orders.unanswered(number, 2);
    },
  ],
  'due since less than two pauses': [
    'open',
    async (number) => {
      await orders.created(number);
      // An interval of 46 s.
      await sql(
        `UPDATE schedules SET last_asked_at = checkout_now() - interval '126 s', next_query_at = checkout_now() - interval '80 s'
          WHERE trade_no = $1`,
        number,
      );
    },
  ],
  'an old number, asked for anew': [
    'open',
    async (number) => {
      await orders.created(number);
      await dated(number, '25 hours');
      await sql('UPDATE trades SET stamp = stamp + 25 * 3600000 WHERE trade_no = $1', number);
    },
  ],
  completed: [
    'ended',
    async (number) => {
      await orders.created(number);
      await orders.seen(number, { status: 'COMPLETED', rampStatus: 'FINISHED' });
    },
  ],
  refunded: [
    'refunded',
    async (number) => {
      await orders.created(number);
      await orders.seen(number);
      await orders.seen(number, { status: 'REFUNDED', rampStatus: 'REFUNDED' });
    },
  ],
  'a sale, registered': ['open', (number) => orders.registered(number)],
  'a sale, not found for longer than a purchase is waited for': [
    'overdue',
    async (number) => {
      await orders.registered(number);
      await dated(number, '25 hours');
      await orders.unfound(number);
    },
  ],
  'a sale that was never found': [
    'never_created',
    async (number) => {
      await orders.registered(number);
      await dated(number, '73 hours');
      await orders.unfound(number);
    },
  ],
  'a sale that was never found, and then appeared': [
    'open',
    async (number) => {
      await orders.registered(number);
      await dated(number, '73 hours');
      await orders.unfound(number);
      await orders.sold(number);
      await sql('UPDATE trades SET created_at = checkout_now() WHERE trade_no = $1', number);
    },
  ],
  'cancelled, old and silent': [
    'ended',
    async (number) => {
      await orders.created(number);
      await orders.seen(number, { status: 'CANCELLED', rampStatus: 'CANCEL' });
      await orders.unanswered(number, 4);
      await dated(number, '40 days');
    },
  ],
};

const EMPTY = { in_review: 0, never_created: 0, overdue: 0, open: 0, refunded: 0, ended: 0 };

describe('report: buckets', () => {
  it.each(Object.entries(WAYS))('%s', async (_way, [bucket, make]) => {
    await make('A-1');
    const { buckets, orders: count, balanced } = await report();
    expect({ buckets, count, balanced }).toEqual({ buckets: { ...EMPTY, [bucket]: 1 }, count: 1, balanced: true });
  });

  it('add up during concurrent writes', async () => {
    const writer = openOrderWriter(opened.url);
    const busy = new OrderActs(writer);
    let writing = true;
    let made = 0;
    const write = async (): Promise<void> => {
      while (writing) {
        const number = `W-${(made += 1)}`;
        await busy.created(number);
        await busy.seen(number);
        await busy.seen(number, { status: 'COMPLETED', rampStatus: 'FINISHED' });
        await sleep(1);
      }
    };
    const written = write();
    const counts: number[] = [];
    try {
      for (let n = 0; n < 25; n++) {
        const { balanced, orders: count, fiat } = await report();
        expect(balanced).toBe(true);
        // Sums and counts are from the same snapshot.
        expect(fiat.reduce((sum, line) => sum + line.orders, 0)).toBe(count);
        counts.push(count);
      }
    } finally {
      writing = false;
      await written;
      await writer.close();
    }
    expect(counts.at(-1)).toBeGreaterThan(counts[0]!);
  });

  it('do not add up if an order has an unknown status', async () => {
    await orders.created('A-1');
    await sql('ALTER TABLE orders DISABLE TRIGGER orders_rules');
    await sql(`UPDATE orders SET status = 'ALMOST'`);
    expect(await report()).toMatchObject({ orders: 1, buckets: EMPTY, balanced: false });
  });

  it('hold orders created in the span, its end excluded', async () => {
    for (const number of ['A-1', 'A-2', 'A-3']) await orders.created(number);
    const times = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'];
    for (const [n, time] of times.entries()) {
      await sql('UPDATE orders SET created_at = $2 WHERE merchant_order_no = $1', `A-${n + 1}`, time);
    }
    const february = { from: new Date('2026-02-01'), to: new Date('2026-03-01') };
    expect(await report(february)).toMatchObject({ orders: 1, balanced: true, oldestOpen: { merchantOrderNo: 'A-2' } });
    expect((await report({ ...february, from: null })).orders).toBe(2);
    expect((await report({ ...february, to: null })).orders).toBe(2);
  });
});

describe('report: sums', () => {
  const FINISHED = {
    status: 'COMPLETED',
    rampStatus: 'FINISHED',
    rampFee: '1.10',
    rampFeeUnit: 'USD',
    networkFee: '0.300',
    rebateFiatAmount: '0.05',
    rebateUsdAmount: '0.05',
    cryptoQuantity: '98.100000000000000001',
  } as const;

  it('are exact and belong to their figures', async () => {
    await orders.created('A-1', { amount: '100.10' });
    await orders.seen('A-1', { ...FINISHED, amount: '100.10' });
    await orders.created('A-2', { amount: '0.20' });
    await orders.seen('A-2', { ...FINISHED, amount: '0.20', rampFeeUnit: 'EUR', networkFee: null });
    await orders.created('A-3', { amount: '7.00' });
    await orders.seen('A-3', { amount: '7.00', rampFee: '9.99', cryptoQuantity: '5' });
    await orders.created('A-4', { fiat: 'JPY', amount: '500' });
    await orders.refused('A-5');
    await orders.created('A-6', { amount: '30.00' });
    await orders.seen('A-6', { ...FINISHED, amount: '30.00' });
    await orders.seen('A-6', { ...FINISHED, amount: '30.00', status: 'REFUNDED', rampStatus: 'REFUNDED' });
    const none = { trades: 0, amount: '0', unstated: 0 };
    const { fiat, rampFees, networkFees, rebates, rebatesUsd, crypto, doublePayments } = await report();
    expect(doublePayments).toEqual({ orders: 0, numbers: [] });
    expect(fiat).toEqual([
      {
        side: 'BUY',
        fiat: 'JPY',
        orders: 1,
        asked: '500',
        paid: none,
        completed: none,
        refunded: none,
        inReview: none,
      },
      {
        side: 'BUY',
        fiat: 'USD',
        orders: 5,
        asked: '237.30',
        paid: { trades: 1, amount: '7.00', unstated: 0 },
        completed: { trades: 2, amount: '100.30', unstated: 0 },
        refunded: { trades: 1, amount: '30.00', unstated: 0 },
        inReview: none,
      },
    ]);
    expect(rampFees).toEqual([
      { side: 'BUY', unit: 'EUR', trades: 1, amount: '1.10', unstated: 0 },
      { side: 'BUY', unit: 'USD', trades: 1, amount: '1.10', unstated: 0 },
    ]);
    expect(networkFees).toEqual([{ side: 'BUY', unit: 'USD', trades: 2, amount: '0.300', unstated: 1 }]);
    expect(rebates).toEqual([{ side: 'BUY', unit: 'USD', trades: 2, amount: '0.10', unstated: 0 }]);
    expect(rebatesUsd).toEqual([{ side: 'BUY', unit: 'USD', trades: 2, amount: '0.10', unstated: 0 }]);
    expect(crypto).toEqual([
      { side: 'BUY', crypto: 'USDT', network: 'ETH', trades: 2, amount: '196.200000000000000002', unstated: 0 },
    ]);
  });

  it('keep all digits of amounts that exceed a float', async () => {
    for (const [n, amount] of ['9007199254740993.01', '0.02'].entries()) {
      await orders.created(`A-${n}`, { amount });
      await orders.seen(`A-${n}`, { ...FINISHED, amount });
    }
    expect((await report()).fiat[0]).toMatchObject({
      asked: '9007199254740993.03',
      completed: { amount: '9007199254740993.03' },
    });
  });

  it('count both payments of a doubly paid order, and those in review', async () => {
    await orders.superseded('A-1');
    await orders.seen('A-1', { orderNo: 'P-late' });
    await orders.seen('A-1-r2', FINISHED);
    expect(await report()).toMatchObject({
      orders: 1,
      buckets: { in_review: 1 },
      doublePayments: { orders: 1, numbers: ['A-1'] },
      fiat: [
        {
          orders: 1,
          asked: '100.00',
          paid: { trades: 1, amount: '100.00' },
          completed: { trades: 1, amount: '100.00' },
          inReview: { trades: 2, amount: '200.00' },
        },
      ],
      mismatches: { opened: 1, openNow: [{ kind: 'double_payment', count: 1 }] },
    });
  });

  it('of a sale are crypto received and fiat paid out; refunds are excluded', async () => {
    const amounts = { fiatAmount: '95.50', cryptoAmount: '100', cryptoActualAmount: '99.5', rampFee: '0.5' };
    for (const [number, status, rampStatus] of [
      ['A-1', 'COMPLETED', '4'],
      ['A-2', 'REFUNDED', '6'],
    ] as const) {
      await orders.registered(number);
      await orders.sold(number, { ...amounts, status, rampStatus });
    }
    expect(await report()).toMatchObject({
      fiat: [
        {
          side: 'SELL',
          fiat: 'USD',
          orders: 2,
          asked: '0',
          paid: { trades: 0 },
          completed: { trades: 1, amount: '95.50' },
          refunded: { trades: 1, amount: '95.50' },
        },
      ],
      rampFees: [{ side: 'SELL', unit: 'USD', trades: 1, amount: '0.5' }],
      crypto: [{ side: 'SELL', crypto: 'USDT', trades: 1, amount: '99.5' }],
    });
  });
});

describe('report: other figures', () => {
  it('mismatches by resolver, and the oldest open order', async () => {
    await orders.created('A-1');
    await orders.seen('A-1', { address: 'elsewhere', status: 'AWAITING_PAYMENT', rampStatus: 'PENDING' });
    await orders.seen('A-1', { status: 'AWAITING_PAYMENT', rampStatus: 'PENDING' });
    await orders.created('A-2');
    await orders.seen('A-2', { fiat: 'EUR', status: 'AWAITING_PAYMENT', rampStatus: 'PENDING' });
    await orders.created('A-0');
    await orders.seen('A-0', { status: 'CANCELLED', rampStatus: 'CANCEL' });
    await dated('A-0', '3 days');
    await dated('A-2', '1 hour');
    const { mismatches, oldestOpen, byStatus, bySide } = await report();
    expect(mismatches).toEqual({
      opened: 2,
      resolvedByProvider: 1,
      resolvedByStaff: 0,
      openNow: [{ kind: 'field', count: 1 }],
    });
    expect(oldestOpen).toMatchObject({ merchantOrderNo: 'A-2', status: 'AWAITING_PAYMENT' });
    expect(oldestOpen!.ageMs).toBeGreaterThanOrEqual(3_600_000);
    expect(oldestOpen!.ageMs).toBeLessThan(3_660_000);
    expect(byStatus).toEqual([
      { status: 'AWAITING_PAYMENT', orders: 2 },
      { status: 'CANCELLED', orders: 1 },
    ]);
    expect(bySide).toEqual([{ side: 'BUY', orders: 3 }]);
    await sql(`UPDATE mismatches SET resolved_at = checkout_now(), resolved_by = 'anna' WHERE resolved_at IS NULL`);
    expect((await report()).mismatches).toMatchObject({ resolvedByProvider: 1, resolvedByStaff: 1, openNow: [] });
    const longAgo = { from: null, to: new Date('2020-01-01') };
    expect((await report(longAgo)).mismatches).toMatchObject({ opened: 0, resolvedByProvider: 0, resolvedByStaff: 0 });
  });

  it('the polling metric counts unanswered trades that are not due', async () => {
    await orders.created('A-1');
    await orders.unanswered('A-1', 2);
    await sql(`UPDATE schedules SET next_query_at = checkout_now() + interval '1 minute'`);
    expect(await opened.claims.dueCounts(5000)).toEqual({ due: 0, overdue: 0 });
    await orders.unanswered('A-1', 1);
    await sql(`UPDATE schedules SET next_query_at = checkout_now() + interval '1 minute'`);
    expect(await opened.claims.dueCounts(5000)).toEqual({ due: 0, overdue: 1 });
    await orders.created('A-2');
    await sql(`UPDATE schedules SET next_query_at = checkout_now() - interval '5 s' WHERE trade_no = 'A-2'`);
    expect(await opened.claims.dueCounts(5000)).toEqual({ due: 1, overdue: 1 });
    await sql(`UPDATE schedules SET next_query_at = checkout_now() - interval '11 s' WHERE trade_no = 'A-2'`);
    expect(await opened.claims.dueCounts(5000)).toEqual({ due: 1, overdue: 2 });
    expect((await report()).buckets.overdue).toBe(2);
  });

  it('the polling metric reads as many blocks for 21,000 due trades as for 700', async () => {
    const unlimited = Rows.of(opened.url);
    await fillWithOrders(unlimited, 21_000);
    await unlimited.close();
    const read = async (due: number): Promise<number> => {
      await sql(MAKE_DUE, due);
      await sql('VACUUM ANALYZE schedules');
      const counted = DUE_COUNTS.replaceAll('$1', '5000');
      const [explained] = (await sql(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${counted}`)) as [
        { 'QUERY PLAN': [{ Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> }] },
      ];
      const { Plan } = explained['QUERY PLAN'][0];
      return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    };
    const few = await read(700);
    expect(await opened.claims.dueCounts(5000)).toEqual({ due: 700, overdue: 700 });
    expect(await read(21_000)).toBeLessThan(2 * few);
    expect(await opened.claims.dueCounts(5000)).toEqual({ due: 700, overdue: 700 });
  });
});
