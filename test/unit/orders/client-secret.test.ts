import { describe, expect, it } from 'vitest';
import { saltInForce } from '#src/orders/decisions/order-end.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import { orderRow, orderState, trade } from '../../support/order-builders.js';

const DAY = 86_400_000;
const ENDED = new Date('2026-01-31T12:00:00.000Z');
const SALT = Buffer.alloc(16, 7);

const state = (
  daysLater: number,
  order: Partial<OrderState['order']>,
  nextQueryAt: Date | null = null,
): OrderState => ({
  ...orderState({
    order: orderRow({ status: 'COMPLETED', inReview: false, secretSalt: SALT, updatedAt: ENDED, ...order }),
    trades: [trade({ status: order.status ?? 'COMPLETED', outcome: 'created', nextQueryAt })],
  }),
  now: new Date(ENDED.getTime() + daysLater * DAY),
});

describe('client secret: the salt in force', () => {
  it.each<[string, OrderState, boolean]>([
    ['an order that has just ended', state(0, {}), true],
    ['one that ended six days ago', state(6.99, {}), true],
    ['one that ended seven days ago', state(7, {}), false],
    ['one that awaits its payment', state(7, { status: 'AWAITING_PAYMENT' }, ENDED), true],
    ['one that was cancelled, and may still be paid', state(29, { status: 'CANCELLED' }, ENDED), true],
    ['one that was cancelled, and is closed for good', state(7, { status: 'CANCELLED' }), false],
    ['one in review', state(7, { inReview: true }), true],
  ])('of %s', (_, seen, isThere) => {
    expect(saltInForce(seen, 7 * DAY)).toBe(isThere ? SALT : null);
  });

  it('is null after a revocation', () => {
    expect(saltInForce(state(0, { secretSalt: null, status: 'AWAITING_PAYMENT' }, ENDED), 7 * DAY)).toBeNull();
  });
});
