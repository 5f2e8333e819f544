import { describe, expect, it } from 'vitest';
import type { Order } from '#client/src/index.js';
import type { Durations } from '#src/platform/terms/terms.js';
import { expectationOf, isLong, minutesSoFar } from '#web/src/order/story/expectation.js';
import { everyOrder } from './every-order.js';
import { PAY_URL, purchase, sale, trade } from './orders.js';

const of = (typicalMinutes: number, slowMinutes: number) => ({ typicalMinutes, slowMinutes });
const NONE: Durations = { stated: {}, payment: {}, delivery: {}, payout: {} };
const MEASURED: Durations = {
  ...NONE,
  payment: { '10001': of(4, 12) },
  delivery: { ETH: of(8, 25) },
  payout: { '10001': of(1000, 3000) },
};
const STATED: Durations = { ...MEASURED, stated: { '10001': of(30, 90) } };

const PAID_AT = '2026-01-31T12:02:00.000Z';
const paid = { status: 'PAID', paidAt: PAID_AT };

describe('order expectation', () => {
  it.each<[what: string, Order, Durations, text: string | null, minutes?: number, slow?: number]>([
    ['to pay', purchase({ payUrl: PAY_URL }), MEASURED, 'confirmed', 5, 12],
    ['to pay', purchase({ payUrl: PAY_URL }), STATED, 'delivered', 30, 90],
    ['without a link', purchase(), MEASURED, 'confirmed', 5, 12],
    ['paid', purchase(paid), MEASURED, 'usual', 10, 25],
    ['paid', purchase(paid), STATED, 'usual', 30, 90],
    ['sending', purchase({ ...paid, status: 'TRANSFERRING' }), MEASURED, 'usual', 10, 25],
    ['paid over another network', purchase({ ...paid, network: 'TRX' }), MEASURED, null],
    ['paid, nothing known', purchase(paid), NONE, null],
    ['in review', purchase({ ...paid, inReview: true }), STATED, null],
    ['failed', purchase({ status: 'PAYMENT_FAILED', payUrl: PAY_URL }), STATED, null],
    ['complete', purchase({ ...paid, status: 'COMPLETED' }), STATED, null],
    ['a sale to send', sale(), STATED, null],
    // A sale's codes are not those of payment methods.
    ['a sale, received', sale({ status: 'CRYPTO_RECEIVED' }), STATED, 'usual', 1440, 3000],
    ['a sale, paying out', sale({ status: 'PAYOUT_STARTED' }), MEASURED, 'usual', 1440, 3000],
    ['a sale by an unknown method', sale({ status: 'PAYOUT_STARTED', paymentType: null }), MEASURED, null],
  ])('%s', (_, order, durations, text, minutes, slowMinutes) => {
    const found = expectationOf(order, durations);
    expect(found?.text ?? null).toBe(text === null ? null : `order.time.${text}`);
    if (text !== null) expect(found).toMatchObject({ minutes, slowMinutes });
  });

  it('says nothing of any order in review, nor of one that has ended', () => {
    for (const order of everyOrder()) {
      const found = expectationOf(order, STATED);
      if (order.inReview || order.settled) expect(found).toBeNull();
    }
  });

  it('is not exceeded within the rounded time', () => {
    const found = expectationOf(purchase(paid), { ...NONE, delivery: { ETH: of(31, 40) } })!;
    expect(found).toMatchObject({ minutes: 45, slowMinutes: 45 });
    expect([isLong(found, null), isLong(found, 45), isLong(found, 46)]).toEqual([false, false, true]);
  });

  const AT = Date.parse(PAID_AT);
  const second = trade({ createdAt: '2026-01-31T12:30:00.000Z' });
  it.each<[what: string, Order, now: number | null, minutes: number | null]>([
    ['since the payment', purchase(paid), AT + 4.9 * 60_000, 4],
    ['without the service’s clock', purchase(paid), null, null],
    ['before a payment', purchase({ payUrl: PAY_URL }), AT, null],
    ['for a payment ahead of the clock', purchase(paid), AT - 1, null],
    ['since the order, if the payment has no time', purchase({ status: 'PAID' }), AT, 2],
    ['since the newest trade', purchase({ status: 'PAID', trades: [trade(), second] }), AT + 30 * 60_000, 2],
    ['since the order, if it was paid before', purchase({ ...paid, paidAt: '2026-01-31T04:02:00.000Z' }), AT, 2],
  ])('counts minutes %s', (_, order, now, minutes) => {
    expect(minutesSoFar(expectationOf(order, MEASURED)!, now)).toBe(minutes);
  });
});
