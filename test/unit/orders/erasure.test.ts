import { describe, expect, it } from 'vitest';
import { decideSnapshot } from '#src/orders/decisions/decide-snapshot.js';
import { decideErased } from '#src/orders/decisions/erasure.js';
import type { Decision } from '#src/orders/decisions/order-change.js';
import { foldTrades } from '#src/orders/model/fold.js';
import { isSettledStatus } from '#src/orders/model/order-status.js';
import type { OrderRow, OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { QUESTION, snapshotContext } from '../../support/decision-contexts.js';
import { at, MINUTE, NOW } from '../../support/moments.js';
import {
  ALL_STATUSES,
  buySeen,
  orderRow,
  orderState,
  refusal,
  SELL_STATUSES,
  trade,
  unknownTrade,
} from '../../support/order-builders.js';

function stateWith(trades: readonly TradeRow[], given: Partial<OrderRow> = {}): OrderState {
  return orderState({ order: orderRow({ ...foldTrades(trades), ...given }), trades });
}

const erased = (state: OrderState, endsUnpaid = true): Decision | null => decideErased(state, 0, endsUnpaid);
const statuses = ({ updated }: Decision): string[] => updated.map(({ trade: { status } }) => status);

describe('erasure: refuses an order that has not ended', () => {
  it.each(ALL_STATUSES.filter((status) => !isSettledStatus(status)))('as %s', (status) => {
    const isSale = SELL_STATUSES.includes(status);
    const state = stateWith([trade({ status, ...(isSale ? { side: 'SELL' } : {}) })]);
    expect(erased(state, false)).toBeNull();
    const waits = ['AWAITING_PAYMENT', 'PAYMENT_FAILED', 'AWAITING_CRYPTO'].includes(status);
    expect(erased(state)?.drafts.map(({ kind }) => kind)).toEqual(waits ? ['ended_unpaid', 'erased'] : undefined);
  });

  it('with force it expires, is polled at once and watched as expired', () => {
    const state = stateWith([trade({ quietAnswers: 9, nextQueryAt: at(60 * MINUTE) })]);
    expect(erased(state)).toMatchObject({
      drafts: [{ tradeNo: 'A-1001', data: { changes: { status: { from: 'AWAITING_PAYMENT', to: 'EXPIRED' } } } }, {}],
      updated: [
        {
          trade: { status: 'EXPIRED', statusAt: NOW, nextQueryAt: NOW, quietAnswers: 0, payUrl: null },
          schedules: true,
          leaseId: null,
        },
      ],
    });
  });

  it.each<[string, readonly TradeRow[], Partial<OrderRow>]>([
    ['in review', [trade()], { inReview: true }],
    ['that somebody makes a trade of', [trade()], { attemptUntil: at(MINUTE) }],
    ['of which nobody knows how it stands', [trade({ understood: false })], {}],
    ['of which an earlier trade is paid', [trade({ status: 'PAID' }), trade({ n: 2 })], {}],
    ['of which the next trade is on its way', [trade(), unknownTrade({ n: 2, outcome: 'in_flight' })], {}],
  ])('refuses an order that is %s', (_what, trades, given) => {
    expect(erased(stateWith(trades, given))).toBeNull();
  });

  it('with force each waiting trade expires; ended trades are unchanged', () => {
    const decision = erased(
      stateWith([trade({ status: 'CANCELLED' }), trade({ n: 2, status: 'PAYMENT_FAILED' }), trade({ n: 3 })]),
    );
    expect(statuses(decision!)).toEqual(['CANCELLED', 'EXPIRED', 'EXPIRED']);
    expect(decision!.updated.map(({ schedules }) => schedules)).toEqual([false, true, true]);
    const ended = stateWith([trade({ superseded: true }), trade({ n: 2, status: 'CANCELLED' })]);
    expect(statuses(erased(ended)!)).toEqual(['AWAITING_PAYMENT', 'CANCELLED']);
  });
});

it('keeps nothing without a law, even if the clock has stepped back', () => {
  const state = stateWith([trade({ status: 'CANCELLED' })], { createdAt: at(MINUTE), customerId: 'jane' });
  expect(erased(state)?.order).toMatchObject({ customerId: null, keptUntil: null });
});

it("keeps only codes of the provider's refusals", () => {
  const [bought, refused] = [
    trade({ status: 'CANCELLED', lastSeen: { name: 'Jane' } }),
    trade({ n: 2, status: 'REJECTED', outcome: 'refused', refusal: refusal({ returnMsg: 'No account for Jane' }) }),
  ];
  expect(erased(stateWith([bought, refused]))?.updated).toMatchObject([
    { trade: { payUrl: null, lastSeen: null, refusal: null } },
    { trade: { payUrl: null, lastSeen: null, refusal: { returnCode: '3101', returnMsg: null } } },
  ]);
});

describe('erasure: an order ended by force', () => {
  const ended = trade({ status: 'EXPIRED', asked: null });
  const after = (seen: Parameters<typeof buySeen>[0], erasedAt: Date | null): string[] => {
    const state = stateWith([ended], { erasedAt });
    return statuses(decideSnapshot(state, ended, buySeen(seen), QUESTION, snapshotContext()));
  };

  it('stays expired while unpaid, even before its time', () => {
    for (const [status, rampStatus] of [
      ['AWAITING_PAYMENT', 'PENDING'],
      ['PAYMENT_FAILED', 'PAY_FAIL'],
    ] as const) {
      expect(after({ status, rampStatus }, NOW)).toEqual(['EXPIRED']);
      expect(after({ status, rampStatus }, null)).toEqual([status]);
    }
  });

  it('is paid by a payment in flight', () => {
    expect(after({ status: 'PAID', rampStatus: 'PAY_SUCCESS' }, NOW)).toEqual(['PAID']);
  });
});
