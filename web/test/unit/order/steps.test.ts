import { describe, expect, it } from 'vitest';
import type { Order } from '#client/src/index.js';
import { stepsOf } from '#web/src/order/story/steps.js';
import { purchase, sale } from './orders.js';

const hash = { txHash: '0xabcdef0123' };
const TABLE: readonly (readonly [Order, string])[] = [
  [purchase({ status: 'CREATING' }), 'done now next next'],
  [purchase(), 'done now next next'],
  [purchase({ status: 'PAYMENT_FAILED' }), 'done stopped open open'],
  [purchase({ status: 'CANCELLED' }), 'done stopped open open'],
  [purchase({ status: 'EXPIRED' }), 'done stopped open open'],
  [purchase({ status: 'REJECTED' }), 'done stopped open open'],
  [purchase({ inReview: true }), 'done checking open open'],
  [purchase({ status: 'PAID' }), 'done done now next'],
  [purchase({ status: 'PAID', ...hash }), 'done done now next'],
  [purchase({ status: 'TRANSFERRING' }), 'done done now next'],
  [purchase({ status: 'TRANSFERRING', ...hash }), 'done done done now'],
  [purchase({ status: 'COMPLETED' }), 'done done done done'],
  [purchase({ status: 'COMPLETED', inReview: true }), 'done done checking open'],
  [purchase({ status: 'PAID', inReview: true }), 'done done checking open'],
  [purchase({ status: 'TRANSFERRING', inReview: true, ...hash }), 'done done checking open'],
  [sale({ status: 'PAYOUT_STARTED', inReview: true }), 'done done checking open'],
  [purchase({ status: 'REFUNDED' }), 'done done stopped open'],
  [purchase({ status: 'FROZEN' }), 'done now next next'],
  [sale({ status: 'REGISTERED' }), 'done now next next'],
  [sale(), 'done now next next'],
  [sale({ status: 'EXPIRED' }), 'done stopped open open'],
  [sale({ status: 'CRYPTO_RECEIVED' }), 'done done now next'],
  [sale({ status: 'PAYOUT_STARTED' }), 'done done done now'],
  [sale({ status: 'PAYOUT_FAILED' }), 'done done stopped open'],
  [sale({ status: 'REFUNDED' }), 'done done stopped open'],
  [sale({ status: 'COMPLETED' }), 'done done done done'],
  [sale({ status: 'COMPLETED', inReview: true }), 'done done checking open'],
];

describe('steps of an order', () => {
  it.each(TABLE)("%# match the order's status", (order, states) => {
    expect(
      stepsOf(order)
        .map(({ state }) => state)
        .join(' '),
    ).toBe(states);
  });

  it('have times of completed steps only', () => {
    const times = {
      paidAt: '2026-01-31T12:01:00Z',
      transferredAt: '2026-01-31T12:02:00Z',
      completedAt: '2026-01-31T12:03:00Z',
    };
    const at = (order: Order): (string | null)[] => stepsOf(order).map((step) => step.at);
    expect(at(purchase({ ...times, createdAt: 'T0' }))).toEqual(['T0', null, null, null]);
    expect(at(purchase({ ...times, createdAt: 'T0', status: 'COMPLETED' }))).toEqual(['T0', ...Object.values(times)]);
    expect(at(purchase({ ...times, status: 'COMPLETED', inReview: true }))[3]).toBeNull();
  });

  it('are named as done only if they are', () => {
    expect(stepsOf(purchase({ status: 'PAID' })).map(({ label }) => label)).toEqual([
      'order.step.ordered.done',
      'order.step.paid.done',
      'order.step.sent.open',
      'order.step.delivered.open',
    ]);
  });
});
