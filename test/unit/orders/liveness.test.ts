import { describe, expect, it } from 'vitest';
import { decideAttemptEvent } from '#src/orders/decisions/decide-create.js';
import { decideNotFound } from '#src/orders/decisions/decide-not-found.js';
import { decideSnapshot } from '#src/orders/decisions/decide-snapshot.js';
import { decideUnanswered } from '#src/orders/decisions/decide-unanswered.js';
import { newSaleTrade, newTrade } from '#src/orders/decisions/new-order.js';
import { concludeChange, stateAfter } from '#src/orders/decisions/order-change.js';
import type { Decision } from '#src/orders/decisions/order-change.js';
import { orderEnd } from '#src/orders/decisions/order-end.js';
import { currentTrade } from '#src/orders/model/fold.js';
import type { AttemptEvent, OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { CREATE_OUTCOMES, isSettledStatus } from '#src/orders/model/order-status.js';
import type { CreateOutcome, TradeStatus } from '#src/orders/model/order-status.js';
import type { TradeSnapshot } from '#src/ramp/port/ramp.types.js';
import { changeTools, createContext, DRIVE_LEASE, QUESTION, snapshotContext } from '../../support/decision-contexts.js';
import { DAY, HOUR } from '../../support/moments.js';
import { ALL_STATUSES, APP_ID, asked, buySeen, orderState, refusal, sellSeen } from '../../support/order-builders.js';
import { alertRules } from '../../support/alert-rules.js';

/** A timer acts on each trade that has not ended. The alert fires when the timer does not act. */
const TIMERS = {
  drive: 'RampCheckoutOrdersInMakingLate',
  poll: 'RampCheckoutTradesOverdue',
} as const;
type Timer = keyof typeof TIMERS;

/** Each open status, with the create outcomes that it can have. */
const OPEN: Readonly<Partial<Record<TradeStatus, Readonly<Partial<Record<CreateOutcome, Timer>>>>>> = {
  // Created with an unknown status: its mismatch has an alert too. After a give-up or a newer trade, an unknown trade is
  // only polled.
  CREATING: { in_flight: 'drive', not_sent: 'drive', unknown: 'poll', created: 'poll' },
  AWAITING_PAYMENT: { created: 'poll' },
  PAYMENT_FAILED: { created: 'poll' },
  PAID: { created: 'poll' },
  TRANSFERRING: { created: 'poll' },
  REGISTERED: { registered: 'poll', created: 'poll' },
  AWAITING_CRYPTO: { created: 'poll' },
  CRYPTO_RECEIVED: { created: 'poll' },
  PAYOUT_STARTED: { created: 'poll' },
  PAYOUT_FAILED: { created: 'poll' },
};

const sending = { stamp: 1, asked: asked(), leaseMs: 1000, newRequest: null };
const IN_FLIGHT: readonly AttemptEvent[] = [
  { kind: 'created', made: { orderNo: 'P-1', payUrl: 'https://pay.example/1' } },
  { kind: 'created', made: { orderNo: 'P-1', payUrl: null } },
  { kind: 'refused', refusal: refusal() },
  { kind: 'not_sent', reason: 'refused connection', givesUp: false },
  { kind: 'not_sent', reason: 'refused connection', givesUp: true },
  { kind: 'unknown', reason: 'timeout' },
];
const LEFT_UNSENT: readonly AttemptEvent[] = [
  { kind: 'declined', refusal: refusal() },
  { kind: 'not_sent', reason: 'no further attempt follows', givesUp: true },
  { kind: 'send_again', sending },
];
/** For a trade with an unknown outcome or without a page. */
const WITHOUT_PAGE: readonly AttemptEvent[] = [{ kind: 'given_up' }, { kind: 'next_trade', sending }];

function makingOf({ order, trades }: OrderState): readonly AttemptEvent[] {
  if (order.attemptLease === null) return [];
  const { outcome } = currentTrade(trades);
  if (outcome === 'in_flight') return IN_FLIGHT;
  return outcome === 'not_sent' ? LEFT_UNSENT : WITHOUT_PAGE;
}

const BUY_SEEN = [
  ...([
    ...['AWAITING_PAYMENT', 'PAYMENT_FAILED', 'PAID', 'TRANSFERRING', 'CANCELLED', 'COMPLETED'],
    ...['EXPIRED', 'REFUNDED'],
  ] as const),
];
const SELL_SEEN = [
  ...([
    ...['AWAITING_CRYPTO', 'CRYPTO_RECEIVED', 'PAYOUT_STARTED', 'COMPLETED', 'PAYOUT_FAILED'],
    ...['EXPIRED', 'REFUNDED'],
  ] as const),
];

const tools = changeTools();
const context = { ...snapshotContext({ appId: APP_ID }), doubted: false };

function decisionsOf(state: OrderState): Decision[] {
  const { side } = state.order;
  const making = makingOf(state).flatMap((event) => decideAttemptEvent(state, event, createContext()) ?? []);
  const answers = state.trades.flatMap((trade) => {
    if (trade.watchClass === null || state.trades.length > 1) return [];
    const question = { ...QUESTION, askedAt: state.now };
    const orderNo = trade.orderNo ?? 'P-1';
    const seen: readonly TradeSnapshot[] =
      side === 'BUY'
        ? [...BUY_SEEN, null].map((status) => buySeen({ status, rampStatus: String(status), orderNo }))
        : [...SELL_SEEN, null].map((status) => sellSeen({ status, rampStatus: String(status), orderNo }));
    return [
      ...seen.map((snapshot) => decideSnapshot(state, trade, snapshot, question, context)),
      decideNotFound(state, trade, question, state.now, context),
      ...[true, false].map((others) => decideUnanswered(state, trade, question, others, context)),
    ];
  });
  return [...making, ...answers];
}

const timersOf = ({ order, trades }: OrderState, trade: TradeRow): Timer[] => [
  ...(order.attemptUntil !== null && trade === currentTrade(trades) ? (['drive'] as const) : []),
  ...(trade.nextQueryAt === null ? [] : (['poll'] as const)),
];

/** States with equal keys continue in the same ways. */
const keyOf = ({ order, trades, openMismatches }: OrderState): string =>
  JSON.stringify([
    order.attemptUntil !== null,
    trades.map((trade) => [
      trade.status,
      trade.outcome,
      trade.superseded,
      trade.watchClass,
      trade.nextQueryAt === null,
      trade.notFoundAt === null,
    ]),
    openMismatches.length > 0,
  ]);

/** Reachable states of an order with one trade, or two being created; each step takes an hour or 100 days. */
function reachable(first: OrderState): OrderState[] {
  const known = new Map([[keyOf(first), first]]);
  for (const state of known.values()) {
    for (const passed of [HOUR, 100 * DAY]) {
      const later = { ...state, now: new Date(state.now.getTime() + passed) };
      for (const decision of decisionsOf(later)) {
        const next = stateAfter(later, concludeChange(later, decision, { kind: 'poll' }, tools));
        if (next.trades.length <= 2 && !known.has(keyOf(next))) known.set(keyOf(next), next);
      }
    }
  }
  return [...known.values()];
}

const { now } = orderState();
const purchase = orderState({
  trades: [newTrade('A-1001', 1, asked(), now.getTime(), now, null, false)],
  order: { status: 'CREATING', attemptLease: DRIVE_LEASE, attemptUntil: now, attemptPatienceUntil: now },
});
const sale = orderState({
  order: { side: 'SELL', status: 'REGISTERED', attemptLease: null, attemptUntil: null },
  trades: [
    newSaleTrade(
      {
        merchantOrderNo: 'A-1001',
        rampMerchantOrderNo: 'A-1001',
        orderNo: null,
        caller: 'everybody',
        customerId: null,
      },
      now,
    ),
  ],
});
const states = [purchase, sale].flatMap(reachable);

describe('liveness: an open trade', () => {
  it('has a status and outcome with a known timer', () => {
    const open = states.flatMap(({ trades }) => trades.filter(({ status }) => !isSettledStatus(status)));
    const found = new Set(open.map(({ status, outcome }) => `${status} ${outcome}`));
    const listed = Object.entries(OPEN).flatMap(([status, of]) =>
      Object.keys(of).map((outcome) => `${status} ${outcome}`),
    );
    expect([...found].sort()).toEqual(listed.sort());
    expect(Object.keys(OPEN).sort()).toEqual(ALL_STATUSES.filter((status) => !isSettledStatus(status)).sort());
    const outcomes = new Set(Object.values(OPEN).flatMap((of) => Object.keys(of)));
    const ends = CREATE_OUTCOMES.filter((outcome) => !outcomes.has(outcome));
    expect(ends.sort()).toEqual(['never_created', 'refused']);
  });

  it('has its timer in every state, unless the order is final or in review', () => {
    expect(states.length).toBeGreaterThan(100);
    const silent = states.flatMap((state) =>
      state.trades
        .filter(({ status }) => !isSettledStatus(status) && !orderEnd(state).final && state.openMismatches.length === 0)
        .filter((trade) => {
          const timer = OPEN[trade.status]?.[trade.outcome];
          return timer === undefined || !timersOf(state, trade).includes(timer);
        })
        .map(({ tradeNo }) => `${tradeNo} of ${keyOf(state)}`),
    );
    expect(silent).toEqual([]);
  });

  it('has an alert for a missing timer, like an open mismatch', () => {
    const names = alertRules().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.values(TIMERS), 'RampCheckoutMismatchOpen']));
  });
});
