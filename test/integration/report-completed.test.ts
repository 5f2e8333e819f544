import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '#src/accounting/report/report.types.js';
import { AgedOrders } from '../support/aged-orders.js';
import { DAY } from '../support/moments.js';

const FINISHED = { status: 'COMPLETED', rampStatus: 'FINISHED', rampFee: '2', rampFeeUnit: 'USD' } as const;

let aged: AgedOrders;
beforeEach(async () => {
  aged = await AgedOrders.open();
});
afterEach(() => aged.close());

const ago = (days: number): Date => new Date(Date.now() - days * DAY);

/** From 40 to 20 days ago, and since then. */
const reports = async (): Promise<readonly [then: Report, since: Report]> => [
  await aged.report({ from: ago(40), to: ago(20) }, 'completed'),
  await aged.report({ from: ago(20), to: null }, 'completed'),
];

/** Figures that a month is closed with. */
const sums = ({ orders, fiat, rampFees, crypto }: Report): unknown => ({
  orders,
  rampFees,
  crypto,
  fiat: fiat.map((money) => ({ ...money, inReview: null })),
});

describe('report by completion', () => {
  it('holds purchases whose crypto was sent in the span, whenever they were created', async () => {
    await aged.ago(60).created('A-early');
    await aged.ago(30).seen('A-early', FINISHED);
    await aged.ago(30).created('A-late');
    await aged.ago(10).seen('A-late', FINISHED);
    await aged.ago(30).created('A-paid');
    await aged.ago(30).seen('A-paid');
    const [then, since] = await reports();
    for (const report of [then, since]) {
      expect(report).toMatchObject({ orders: 1, balanced: true, by: 'completed' });
      expect(report.fiat).toMatchObject([
        { side: 'BUY', orders: 1, asked: '100.00', completed: { trades: 1, amount: '100.00' }, paid: { trades: 0 } },
      ]);
      expect(report.rampFees).toMatchObject([{ unit: 'USD', amount: '2' }]);
    }
    expect(await aged.report({ from: ago(25), to: ago(20) }, 'completed')).toMatchObject({ orders: 0, fiat: [] });
  });

  it('does not change by what comes later: another date, record or figure, a refund', async () => {
    for (const number of ['A-dated', 'A-differs', 'A-figures', 'A-refunded', 'A-kept']) {
      await aged.ago(30).created(number);
      await aged.ago(30).seen(number, FINISHED);
    }
    const [before, nothing] = await reports();
    expect(before.fiat).toMatchObject([{ orders: 5, completed: { trades: 5, amount: '500.00' } }]);
    expect(nothing).toMatchObject({ orders: 0, fiat: [] });

    await aged.ago(5).seen('A-dated', { ...FINISHED, transferredAt: ago(5), completedAt: ago(5) });
    await aged.ago(5).seen('A-differs', { ...FINISHED, address: 'elsewhere' });
    await aged.ago(6).seen('A-figures', { ...FINISHED, amount: '90.00', rampFee: '9', rampFeeUnit: 'EUR' });
    await aged.ago(5).seen('A-figures', { ...FINISHED, amount: '80.00', rampFee: '8' });
    await aged.ago(5).seen('A-refunded', { status: 'REFUNDED', rampStatus: 'REFUNDED' });
    const [after, since] = await reports();
    expect(sums(after)).toEqual(sums(before));
    expect(after.balanced).toBe(true);
    expect(since).toMatchObject({
      orders: 0,
      balanced: true,
      fiat: [{ orders: 0, completed: { trades: 0 }, refunded: { trades: 1, amount: '100.00' } }],
    });
  });

  it('takes a figure that was not stated at first', async () => {
    await aged.ago(30).created('A-1');
    await aged.ago(30).seen('A-1', FINISHED);
    const [before] = await reports();
    expect(before.networkFees).toMatchObject([{ trades: 1, amount: '0', unstated: 1 }]);
    await aged.ago(5).seen('A-1', { ...FINISHED, networkFee: '0.30' });
    await aged.ago(4).seen('A-1', { ...FINISHED, networkFee: '0.70' });
    const [after] = await reports();
    expect(after.networkFees).toMatchObject([{ trades: 1, amount: '0.30', unstated: 0 }]);
  });

  it('counts each delivery of an order in its own span', async () => {
    await aged.ago(30).superseded('A-1');
    await aged.ago(30).seen('A-1', { ...FINISHED, orderNo: 'P-late' });
    await aged.ago(10).seen('A-1-r2', FINISHED);
    for (const report of await reports()) {
      expect(report).toMatchObject({ orders: 1, balanced: true });
      expect(report.fiat).toMatchObject([{ completed: { trades: 1, amount: '100.00' } }]);
    }
  });

  it('holds sales by their creation', async () => {
    await aged.ago(30).registered('S-1');
    const sold = { facts: { fiatAmount: '95.50', cryptoActualAmount: '99.5' }, status: 'COMPLETED', rampStatus: '4' };
    await aged.ago(10).sold('S-1', sold as Parameters<ReturnType<AgedOrders['ago']>['sold']>[1]);
    const [then, since] = await reports();
    expect(then.fiat).toMatchObject([{ side: 'SELL', orders: 1, completed: { amount: '95.50' } }]);
    expect(since).toMatchObject({ orders: 0, fiat: [] });
  });
});
