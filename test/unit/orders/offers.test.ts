import { describe, expect, it } from 'vitest';
import type { MismatchKind } from '#src/orders/model/mismatch-kind.types.js';
import { isRetryOffered, retryObstacle, shownPage } from '#src/orders/decisions/offers.js';
import type { RetryObstacle } from '#src/orders/decisions/offers.js';
import type { TradeStatus } from '#src/orders/model/order-status.js';
import type { OpenMismatch, OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { HOUR, NOW, at } from '../../support/moments.js';
import { openMismatch, orderState, trade, unknownTrade } from '../../support/order-builders.js';

const TTL = HOUR;
const POLICY = { payUrlTtlMs: TTL, maxTrades: 3 };
const obstacle = (state: OrderState): RetryObstacle | null => retryObstacle(state, POLICY);

function cancelled(openMismatches: readonly OpenMismatch[] = [], given: Partial<TradeRow> = {}): OrderState {
  return orderState({
    order: { status: 'CANCELLED', inReview: openMismatches.length > 0 },
    trades: [trade({ superseded: true, status: 'PAYMENT_FAILED', ...given }), trade({ n: 2, status: 'CANCELLED' })],
    openMismatches,
  });
}

const failed = (openMismatches: readonly OpenMismatch[] = [], given: Partial<TradeRow> = {}): OrderState =>
  orderState({
    order: { status: 'PAYMENT_FAILED' },
    trades: [trade({ superseded: true, ...given }), trade({ n: 2, status: 'PAYMENT_FAILED' })],
    openMismatches,
  });

describe('retry: a new trade', () => {
  it.each<[TradeStatus, RetryObstacle | null]>([
    ['CREATING', 'order_not_retryable'],
    ['AWAITING_PAYMENT', 'order_not_retryable'],
    ['PAYMENT_FAILED', null],
    ['CANCELLED', null],
    ['EXPIRED', null],
    ['REJECTED', null],
    ['PAID', 'order_not_retryable'],
    ['TRANSFERRING', 'order_not_retryable'],
    ['COMPLETED', 'order_not_retryable'],
  ])('of an order that is %s: %s', (status, expected) => {
    expect(obstacle(orderState({ order: { status }, trades: [trade({ status })] }))).toBe(expected);
  });

  it.each<[string, Partial<TradeRow>]>([
    ['is over', { payUrlAt: at(-TTL) }],
    ['was never known', { payUrl: null, payUrlAt: null }],
  ])('is offered to an unpaid customer when the page time %s', (_, given) => {
    expect(obstacle(orderState({ trades: [trade(given)] }))).toBeNull();
  });

  it('is refused at the trade limit', () => {
    const trades = [1, 2, 3].map((n) => trade({ n, status: 'CANCELLED' }));
    expect(obstacle(orderState({ order: { status: 'CANCELLED' }, trades }))).toBe('order_not_retryable');
    expect(obstacle(orderState({ order: { status: 'CANCELLED' }, trades: trades.slice(1) }))).toBeNull();
  });

  it('is not offered while a lost page is being replaced', () => {
    const lost = { trades: [trade({ payUrl: null, payUrlAt: null })] };
    expect(isRetryOffered(orderState({ ...lost, order: { attemptUntil: NOW } }), POLICY)).toBe(false);
    expect(isRetryOffered(orderState(lost), POLICY)).toBe(true);
  });

  it('is refused once staff accepted an altered order', () => {
    const resolvedMismatches = [{ tradeNo: 'A-1001', kind: 'state', field: 'state', seen: null }] as const;
    const trades = [trade({ status: 'CANCELLED' })];
    expect(obstacle(orderState({ order: { status: 'CANCELLED' }, trades }))).toBeNull();
    expect(obstacle(orderState({ order: { status: 'CANCELLED' }, trades, resolvedMismatches }))).toBe(
      'order_not_retryable',
    );
  });
});

const OF_OLDER = openMismatch({ tradeNo: 'A-1001' });
const OF_CURRENT = openMismatch({ tradeNo: 'A-1001-r2' });

describe.each<[MismatchKind, string, { older: boolean; current: boolean }]>([
  ['status', 'status', { older: true, current: true }],
  ['transition', 'status', { older: true, current: true }],
  ['unreadable', 'record', { older: true, current: true }],
  ['order_no_clash', 'orderNo', { older: true, current: true }],
  ['vanished', 'orderNo', { older: true, current: true }],
  ['foreign', 'orderNo', { older: true, current: true }],
  ['field', 'address', { older: false, current: true }],
  ['field', 'crypto', { older: false, current: true }],
  ['field', 'network', { older: false, current: true }],
  ['field', 'side', { older: false, current: true }],
  ['field', 'appId', { older: false, current: true }],
  ['field', 'fiat', { older: false, current: false }],
])('retry: an open mismatch of %s %s', (kind, field, { older, current }) => {
  it.each([
    ['an older trade', { ...OF_OLDER, kind, field }, older],
    ['the current trade', { ...OF_CURRENT, kind, field }, current],
  ])('of %s', (_, mismatch, holdsBack) => {
    expect(obstacle(cancelled([mismatch]))).toBe(holdsBack ? 'order_in_review' : null);
    expect(shownPage(failed([mismatch]), POLICY) === null).toBe(holdsBack);
  });
});

describe('retry: a trade whose page was never returned', () => {
  const lost = { superseded: true, understood: false } as const;

  it.each<[MismatchKind, string]>([
    ['status', 'status'],
    ['field', 'address'],
  ])('blocks no other page with a mismatch: %s %s', (kind, field) => {
    const mismatch = { ...OF_OLDER, kind, field };
    const followed = orderState({
      order: { status: 'PAYMENT_FAILED' },
      trades: [unknownTrade(lost), trade({ n: 2, status: 'PAYMENT_FAILED' })],
      openMismatches: [mismatch],
    });
    expect(shownPage(followed, POLICY)).not.toBeNull();
    const alone = { order: { status: 'EXPIRED' }, trades: [unknownTrade(lost)], openMismatches: [mismatch] } as const;
    expect(isRetryOffered(orderState(alone), POLICY)).toBe(true);
  });

  it('found before its first send, it may have had a page before a restore', () => {
    const found = trade({ sends: 0, payUrl: null, payUrlAt: null, understood: false });
    expect(obstacle(orderState({ trades: [found] }))).toBe('order_in_review');
  });
});
