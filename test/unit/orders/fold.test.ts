import { describe, expect, it } from 'vitest';
import { foldTrades, leadingTrade, FAILURE_CODES } from '#src/orders/model/fold.js';
import type { FoldedTrade } from '#src/orders/model/fold.js';
import type { CreateOutcome, TradeStatus } from '#src/orders/model/order-status.js';
import type { TradeRow } from '#src/orders/model/order.types.js';
import { CREATE_OUTCOMES, TRADE_STATUSES } from '#src/orders/model/order-status.js';
import { failureOf } from '#src/reading/api/order.presenter.js';
import { REFUSALS } from '#src/ramp/port/refusal-table.js';
import { refusal, trade, unknownTrade } from '../../support/order-builders.js';

/** Trades 1, 2, ... in these statuses; all but the newest are superseded. */
const trades = (...statuses: TradeStatus[]): TradeRow[] =>
  statuses.map((status, index) => trade({ n: index + 1, status, superseded: index < statuses.length - 1 }));

describe('fold: the status of an order', () => {
  it.each<[TradeStatus[], TradeStatus, string]>([
    [['AWAITING_PAYMENT'], 'AWAITING_PAYMENT', 'A-1001'],
    [['PAYMENT_FAILED', 'AWAITING_PAYMENT'], 'AWAITING_PAYMENT', 'A-1001-r2'],
    [['AWAITING_PAYMENT', 'CANCELLED'], 'CANCELLED', 'A-1001-r2'],
    [['CREATING', 'CREATING', 'REJECTED'], 'REJECTED', 'A-1001-r3'],
    [['PAID', 'AWAITING_PAYMENT'], 'PAID', 'A-1001'],
    [['PAID', 'TRANSFERRING'], 'TRANSFERRING', 'A-1001-r2'],
    [['TRANSFERRING', 'PAID'], 'TRANSFERRING', 'A-1001'],
    [['PAID', 'PAID'], 'PAID', 'A-1001'],
    [['EXPIRED', 'COMPLETED', 'TRANSFERRING', 'CANCELLED'], 'COMPLETED', 'A-1001-r2'],
    [['COMPLETED', 'COMPLETED'], 'COMPLETED', 'A-1001'],
    [['REFUNDED', 'AWAITING_PAYMENT'], 'REFUNDED', 'A-1001'],
    [['REFUNDED', 'PAID'], 'PAID', 'A-1001-r2'],
    [['COMPLETED', 'REFUNDED'], 'COMPLETED', 'A-1001'],
    [['PAYMENT_FAILED', 'CANCELLED', 'EXPIRED'], 'EXPIRED', 'A-1001-r3'],
  ])('of trades %j is %s, by %s', (statuses, expected, leader) => {
    expect(foldTrades(trades(...statuses)).status).toBe(expected);
    expect(leadingTrade(trades(...statuses)).tradeNo).toBe(leader);
  });

  it.each<[TradeStatus, CreateOutcome, string | null]>([
    ['EXPIRED', 'created', 'expired'],
    ['EXPIRED', 'never_created', 'not_created'],
    ['EXPIRED', 'not_sent', 'not_created'],
    ['PAYMENT_FAILED', 'created', 'payment_failed'],
    ['CANCELLED', 'created', 'cancelled'],
    ['AWAITING_PAYMENT', 'created', null],
    ['PAID', 'created', null],
    ['TRANSFERRING', 'created', null],
    ['COMPLETED', 'created', null],
    ['REFUNDED', 'created', 'refunded'],
    ['CREATING', 'in_flight', null],
    ['CREATING', 'unknown', null],
  ])('%s with outcome %s: failure %s', (status, outcome, failureCode) => {
    expect(foldTrades([trade({ status, outcome })])).toEqual({ status, failureCode });
  });

  it.each<[TradeStatus, CreateOutcome, string | null]>([
    ['EXPIRED', 'created', 'expired'],
    ['EXPIRED', 'never_created', 'not_found'],
    ['PAYOUT_FAILED', 'created', 'payout_failed'],
    ['REFUNDED', 'created', 'refunded'],
    ['REGISTERED', 'registered', null],
    ['CRYPTO_RECEIVED', 'created', null],
    ['COMPLETED', 'created', null],
  ])('a sale that is %s with outcome %s: failure %s', (status, outcome, failureCode) => {
    expect(foldTrades([trade({ side: 'SELL', outcome, status })])).toEqual({ status, failureCode });
  });

  it('a refusal has the code of its problem', () => {
    const rejected = trade({
      status: 'REJECTED',
      outcome: 'refused',
      refusal: refusal({ problem: 'address_at_risk' }),
    });
    expect(foldTrades([rejected]).failureCode).toBe('address_at_risk');
  });

  it('unknown and given up is EXPIRED, not created', () => {
    const given = [unknownTrade({ superseded: true }), unknownTrade({ n: 2, superseded: true })];
    expect(foldTrades(given)).toEqual({ status: 'EXPIRED', failureCode: 'not_created' });
  });

  it.each<TradeStatus>(['AWAITING_PAYMENT', 'PAYMENT_FAILED', 'CANCELLED'])(
    'given up but found as %s stays not created, since no one has its payUrl',
    (status) => {
      const given = [unknownTrade({ status, outcome: 'created', superseded: true })];
      expect(foldTrades(given)).toEqual({ status: 'EXPIRED', failureCode: 'not_created' });
    },
  );

  it('given up but found paid is paid', () => {
    const given = [unknownTrade({ status: 'PAID', outcome: 'created', superseded: true })];
    expect(foldTrades(given)).toEqual({ status: 'PAID', failureCode: null });
  });

  it('unknown with attempts left is CREATING, with any older trades', () => {
    const given = [unknownTrade({ superseded: true }), unknownTrade({ n: 2 })];
    expect(foldTrades(given)).toEqual({ status: 'CREATING', failureCode: null });
  });
});

const refusals = [
  null,
  ...Object.values(REFUSALS).map(({ problem }) => refusal({ problem })),
  refusal({ problem: 'quote_moved' }),
  refusal({ problem: 'paused' }),
];

const everyTrade = (['BUY', 'SELL'] as const).flatMap((side) =>
  TRADE_STATUSES.flatMap((status) =>
    CREATE_OUTCOMES.flatMap((outcome) =>
      [true, false].flatMap((superseded) =>
        refusals.map((one): FoldedTrade => ({ tradeNo: 'A-1', n: 1, side, status, outcome, superseded, refusal: one })),
      ),
    ),
  ),
);

it('failure codes: every code of the fold has a text', () => {
  const given = new Set(everyTrade.flatMap((trade) => foldTrades([trade]).failureCode ?? []));
  expect([...given].sort()).toEqual([...FAILURE_CODES].sort());
  for (const code of FAILURE_CODES) expect(failureOf(code)?.message, code).toMatch(/\.$/);
});
