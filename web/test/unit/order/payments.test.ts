import { describe, expect, it } from 'vitest';
import type { Order } from '#client/src/index.js';
import { isPaid } from '#src/orders/model/order-status.js';
import { statusesOf } from '#src/orders/model/transition.js';
import { paymentsOf } from '#web/src/order/story/payments.js';
import { purchase, trade } from './orders.js';

const STATUSES = statusesOf('BUY');
const PAIRS = STATUSES.flatMap((first) => STATUSES.map((second) => [first, second] as const));
const ENDS: Readonly<Record<string, string>> = {
  PAID: 'received',
  TRANSFERRING: 'sending',
  COMPLETED: 'delivered',
  REFUNDED: 'returned',
};

const ends = (order: Order): string[] => paymentsOf(order).map(({ end }) => end.replace('order.payment.', ''));

describe('payments of an order', () => {
  it.each(PAIRS)('whose trades are %s and %s', (first, second) => {
    const trades = [trade({ status: first, current: false }), trade({ status: second })];
    const isTwice = isPaid(first) && isPaid(second);
    // Staff may have resolved the review; the payments stay.
    expect(ends(purchase({ trades, inReview: false }))).toEqual(isTwice ? [ENDS[first], ENDS[second]] : []);
    expect(ends(purchase({ trades, inReview: true }))).toEqual(isTwice ? ['checking', 'checking'] : []);
  });

  it('have the number, amount and time that the provider states', () => {
    const paidAt = '2026-01-31T12:02:00.000Z';
    const trades = [
      trade({ status: 'PAID', orderNo: '77', paidAmount: '500.00', paidAt }),
      trade({ status: 'PAID', orderNo: null, tradeNo: 'A-1001-r2' }),
    ];
    expect(paymentsOf(purchase({ trades }))).toEqual([
      { number: '77', end: 'order.payment.received', amount: '500.00', at: paidAt },
      { number: 'A-1001-r2', end: 'order.payment.received', amount: null, at: null },
    ]);
  });
});
