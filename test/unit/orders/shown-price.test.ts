import { describe, expect, it } from 'vitest';
import { decideSnapshot } from '#src/orders/decisions/decide-snapshot.js';
import { concludeChange } from '#src/orders/decisions/order-change.js';
import { realisedSlippage, shownPrice } from '#src/orders/decisions/shown-price.js';
import type { ObservedMismatch, TradeRow } from '#src/orders/model/order.types.js';
import type { BuySnapshot } from '#src/ramp/port/ramp.types.js';
import { QUESTION, changeTools, snapshotContext } from '../../support/decision-contexts.js';
import { BUY_STATUSES, buySeen, orderState, trade } from '../../support/order-builders.js';
import type { GivenFacts } from '../../support/order-builders.js';

const completed = (given: Partial<TradeRow> & GivenFacts = {}): TradeRow =>
  trade({ status: 'COMPLETED', shownQuantity: '80', tolerancePercent: '1', cryptoQuantity: '80', ...given });

const differs = (field: string): ObservedMismatch[] => [
  { tradeNo: 'A-1001', kind: 'field', field, asked: 'a', seen: 'b' },
];

describe('shown price', () => {
  it.each([
    [
      { shownQuantity: '80', tolerancePercent: '1' },
      { cryptoQuantity: '80', tolerancePercent: '1' },
    ],
    [{}, null],
    [{ shownQuantity: '80' }, null],
  ])('%o: %o', (given, expected) => expect(shownPrice(trade(given))).toEqual(expected));
});

describe('realised slippage', () => {
  it.each([
    ['80', '80', '0'],
    ['80', '80.000', '0'],
    ['80', '64', '-20'],
    ['80', '84', '5'],
    ['80', '0', '-100'],
    ['3', '2', '-33.333333'],
    ['3', '1', '-66.666667'],
    ['1', '0.9999999999', '0'],
    ['0.000000000000000001', '1', '99999999999999999900'],
  ])('%s shown, %s received: %s', (shownQuantity, cryptoQuantity, expected) => {
    expect(realisedSlippage(completed({ shownQuantity, cryptoQuantity }), [])).toBe(expected);
  });

  it.each(BUY_STATUSES.filter((status) => status !== 'COMPLETED'))('is null in %s', (status) => {
    expect(realisedSlippage(completed({ status }), [])).toBeNull();
  });

  it.each([
    ['nothing was shown', { shownQuantity: null, tolerancePercent: null }],
    ['nobody says how much', { cryptoQuantity: null }],
    ['less than nothing', { cryptoQuantity: '-1' }],
    ['no number', { cryptoQuantity: 'much' }],
  ])('is not computed if %s; an earlier value stays', (_, given) => {
    expect(realisedSlippage(completed(given), [])).toBeNull();
    expect(realisedSlippage(completed({ ...given, slippagePercent: '-1' }), [])).toBe('-1');
  });

  it.each(['side', 'fiat', 'amount', 'crypto', 'network'])('is not computed if %s differs', (field) => {
    expect(realisedSlippage(completed(), differs(field))).toBeNull();
  });

  it.each(['address', 'appId'])('is computed even if %s differs', (field) => {
    expect(realisedSlippage(completed(), differs(field))).toBe('0');
  });
});

describe('realised slippage: an answer with the received quantity', () => {
  const finished = (given: Partial<BuySnapshot> & GivenFacts = {}): BuySnapshot =>
    buySeen({ status: 'COMPLETED', rampStatus: 'FINISHED', cryptoQuantity: '79.2', ...given });
  const before = trade({ status: 'PAID', shownQuantity: '80', tolerancePercent: '1' });

  function after(row: TradeRow, snapshot: BuySnapshot) {
    const state = orderState({ trades: [row] });
    const decision = decideSnapshot(state, row, snapshot, QUESTION, snapshotContext());
    const change = concludeChange(state, decision, { kind: 'poll' }, changeTools());
    return { trade: change.updated[0]!.trade, decision, change };
  }

  it('stores the slippage with the trade, in the history and as a metric', () => {
    const { trade: known, decision, change } = after(before, finished());
    expect(known.slippagePercent).toBe('-1');
    expect(decision.drafts[0]!.data['changes']).toMatchObject({ slippagePercent: { from: null, to: '-1' } });
    expect(change.slippages).toEqual(['-1']);
  });

  it('is no news if repeated', () => {
    const { trade: known } = after(before, finished());
    const { decision, change } = after({ ...known, leaseId: QUESTION.leaseId }, finished());
    expect([decision.drafts, change.slippages]).toEqual([[], []]);
  });

  it('corrects the slippage in the history, not in the metric', () => {
    const { trade: known } = after(before, finished());
    const { trade: corrected, decision, change } = after(known, finished({ cryptoQuantity: '80.4' }));
    expect(corrected.slippagePercent).toBe('0.5');
    expect(decision.drafts[0]!.data['changes']).toMatchObject({ slippagePercent: { from: '-1', to: '0.5' } });
    expect(change.slippages).toEqual([]);
  });

  it('of another trade adds no slippage if another amount was paid', () => {
    const { trade: known } = after(before, finished({ amount: '50.00' }));
    expect(after(known, finished({ orderNo: 'P-9' })).trade.slippagePercent).toBeNull();
  });

  it('is ignored if another amount was paid', () => {
    const { trade: known, change } = after(before, finished({ amount: '50.00' }));
    expect([known.status, known.slippagePercent, change.slippages]).toEqual(['COMPLETED', null, []]);
  });
});
