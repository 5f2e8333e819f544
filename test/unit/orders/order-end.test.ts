import { describe, expect, it } from 'vitest';
import { orderEnd, saltInForce } from '#src/orders/decisions/order-end.js';
import type { CreateOutcome, TradeStatus } from '#src/orders/model/order-status.js';
import type { TradeRow, OrderState } from '#src/orders/model/order.types.js';
import { announcementsOf, mayHaveAnnounced } from '#src/orders/decisions/announcements.js';
import type { Side } from '#src/ramp/port/trade-facts.js';
import { statusesOf, transition } from '#src/orders/model/transition.js';
import { ALL_STATUSES, orderState, trade, orderRow } from '../../support/order-builders.js';
import type { GivenState } from '../../support/order-builders.js';

const end = (given: GivenState) => orderEnd(orderState(given));
const open = (status: TradeStatus, given: Partial<TradeRow> = {}): TradeRow => trade({ status, ...given });
const closed = (status: TradeStatus): TradeRow => open(status, { nextQueryAt: null });

describe('order end', () => {
  it.each(ALL_STATUSES.filter((status) => status !== 'CREATING'))(
    '%s, once its trade is no longer watched',
    (status) => {
      const given = { trades: [closed(status)] };
      expect(end({ ...given, order: { status } })).toEqual({ settled: true, final: true });
      expect(end({ ...given, order: { status, inReview: true } })).toEqual({ settled: false, final: false });
    },
  );

  const withoutPage = { payUrl: null, payUrlAt: null };

  it.each<[string, TradeRow, boolean]>([
    ['its page may still be paid', open('CANCELLED'), false],
    ['its page was paid too', open('PAID', withoutPage), false],
    ['its page may come', open('CREATING', { ...withoutPage, outcome: 'in_flight' }), false],
    ['no one was given its page', open('CREATING', { ...withoutPage, outcome: 'unknown' }), true],
    ['it was refunded', open('REFUNDED'), true],
    ['it is no longer watched', closed('CANCELLED'), true],
  ])('a completed order has another trade, and %s', (_, other, final) => {
    const trades = [other, open('COMPLETED', { n: 2 })];
    expect(end({ order: { status: 'COMPLETED' }, trades })).toEqual({ settled: true, final });
  });

  it.each<[CreateOutcome, TradeStatus, boolean]>([
    ['refused', 'REJECTED', true],
    ['never_created', 'EXPIRED', true],
    ['not_sent', 'EXPIRED', true],
    ['not_sent', 'CREATING', false],
    ['unknown', 'EXPIRED', false],
    ['created', 'EXPIRED', false],
  ])('%s, %s: final %s, though still watched', (outcome, status, final) => {
    expect(end({ order: { status }, trades: [open(status, { outcome })] }).final).toBe(final);
    const elder = open('CREATING', { outcome: 'unknown' });
    expect(end({ order: { status }, trades: [elder, open(status, { outcome, n: 2 })] }).final).toBe(false);
  });
});

const DAY = 86_400_000;
const ENDED = new Date('2026-01-31T12:00:00.000Z');
const SALT = Buffer.alloc(16, 7);
const daysAfterEnd = (days: number): Date => new Date(ENDED.getTime() + days * DAY);

const state = (
  daysLater: number,
  order: Partial<OrderState['order']>,
  nextQueryAt: Date | null = null,
): OrderState => ({
  ...orderState({
    order: orderRow({ status: 'COMPLETED', inReview: false, secretSalt: SALT, updatedAt: ENDED, ...order }),
    trades: [trade({ status: order.status ?? 'COMPLETED', outcome: 'created', nextQueryAt })],
  }),
  now: daysAfterEnd(daysLater),
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

  it.each<[string, OrderState, boolean]>([
    ['after its order ended long ago', state(29.99, { secretUntil: daysAfterEnd(30) }), true],
    ['30 days after it was issued', state(30, { secretUntil: daysAfterEnd(30) }), false],
    [
      'while its order awaits a payment',
      state(30, { secretUntil: daysAfterEnd(30), status: 'AWAITING_PAYMENT' }, ENDED),
      false,
    ],
  ])('of one that staff issued, %s', (_, seen, isThere) => {
    expect(saltInForce(seen, 7 * DAY)).toBe(isThere ? SALT : null);
  });
});

function later(side: Side, from: TradeStatus): ReadonlySet<TradeStatus> {
  const reached = new Set([from]);
  for (const status of reached)
    for (const next of statusesOf(side)) if (transition(side, status, next) === 'move') reached.add(next);
  return reached;
}

const standing = (side: Side, status: TradeStatus) => ({
  order: orderRow({ side, status }),
  trades: [trade({ side, status })],
});

describe.each(['BUY', 'SELL'] as const)('announcements of a %s order', (side) => {
  const statuses = statusesOf(side);

  it.each(statuses)('announcements: an event announced at %s is accepted later in any status', (status) => {
    for (const announcedStatus of [null, ...statuses]) {
      const before = orderRow({ side, announcedStatus });
      const said = announcementsOf(before, { status, failureCode: null, inReview: true, opens: true });
      said.push(...announcementsOf(before, { status, failureCode: null, inReview: false, opens: false }));
      for (const now of later(side, status))
        expect(said.filter((type) => !mayHaveAnnounced(type, standing(side, now)))).toEqual([]);
    }
  });
});
