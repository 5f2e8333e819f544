import { describe, expect, it } from 'vitest';
import { orderEnd } from '#src/orders/decisions/order-end.js';
import type { CreateOutcome, TradeStatus } from '#src/orders/model/order-status.js';
import type { TradeRow } from '#src/orders/model/order.types.js';
import { ALL_STATUSES, orderState, trade } from '../../support/order-builders.js';
import type { GivenState } from '../../support/order-builders.js';

const DONE: readonly TradeStatus[] = ['COMPLETED', 'REFUNDED'];
const SETTLED: readonly TradeStatus[] = [...DONE, 'CANCELLED', 'EXPIRED', 'REJECTED'];

const end = (given: GivenState) => orderEnd(orderState(given));
const open = (status: TradeStatus, given: Partial<TradeRow> = {}): TradeRow => trade({ status, ...given });
const closed = (status: TradeStatus): TradeRow => open(status, { nextQueryAt: null });

describe('order end', () => {
  it.each(ALL_STATUSES)('%s, while its trade is watched', (status) => {
    expect(end({ order: { status }, trades: [open(status)] })).toEqual({
      settled: SETTLED.includes(status),
      final: DONE.includes(status),
    });
  });

  it.each(ALL_STATUSES.filter((status) => status !== 'CREATING'))(
    '%s, once its trade is no longer watched',
    (status) => {
      const given = { trades: [closed(status)] };
      expect(end({ ...given, order: { status } })).toEqual({ settled: true, final: true });
      expect(end({ ...given, order: { status, inReview: true } })).toEqual({ settled: false, final: false });
    },
  );

  it('is not reached while a trade is watched or being created', () => {
    const order = { status: 'CANCELLED' } as const;
    expect(end({ order, trades: [open('CANCELLED'), closed('CANCELLED')] }).final).toBe(false);
    const made = trade({ status: 'CREATING', outcome: 'in_flight', nextQueryAt: null, n: 2 });
    expect(end({ order: { status: 'CREATING' }, trades: [closed('CANCELLED'), made] })).toEqual({
      settled: false,
      final: false,
    });
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
