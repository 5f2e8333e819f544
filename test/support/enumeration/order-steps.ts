import { afterLeftUnsent, afterUnknown, attemptFacts, eventOf, nextAction } from '#src/checkout/next-action.js';
import type { AttemptFacts } from '#src/checkout/next-action.js';
import { isBeingCreated, isNumberFree, needsNextTrade } from '#src/checkout/stored-order.js';
import { decideAttemptEvent, decideClash, decideCreated } from '#src/orders/decisions/decide-create.js';
import { decideNotFound } from '#src/orders/decisions/decide-not-found.js';
import { decideSnapshot } from '#src/orders/decisions/decide-snapshot.js';
import { decideUnanswered, decideUnstorable } from '#src/orders/decisions/decide-unanswered.js';
import { decideErased, withoutPerson } from '#src/orders/decisions/erasure.js';
import { isFull, retryObstacle } from '#src/orders/decisions/offers.js';
import { NO_DECISION, concludeChange, decideResolved, stateAfter } from '#src/orders/decisions/order-change.js';
import type { Decision, OrderChange } from '#src/orders/decisions/order-change.js';
import { currentTrade } from '#src/orders/model/fold.js';
import type { AttemptEvent, OrderState, Sending, TradeRow } from '#src/orders/model/order.types.js';
import type { RampFailure, RampNotSent, RampRefused } from '#src/ramp/port/ramp.errors.js';
import type { BuySnapshot, SellSnapshot } from '#src/ramp/port/ramp.types.js';
import { PROVIDER_STATUSES } from '#src/platform/terms/order.js';
import { changeTools, createContext, POLICY, snapshotContext } from '../decision-contexts.js';
import { DAY, HOUR, MINUTE } from '../moments.js';
import { asked, buySeen, NO_EMAIL, refusal, sellSeen } from '../order-builders.js';
import type { GivenFacts } from '../order-builders.js';

/** Everything that can happen to an order, as calls of the real decisions. */

export const OFFERS = { payUrlTtlMs: HOUR, maxTrades: 3 };

/** `poll`, `callback`: an answer of the provider to a scheduled query, or to one that only a callback causes. */
type By = 'poll' | 'callback' | 'runner' | 'late reply' | 'time' | 'shop' | 'staff' | 'writer';

export interface Step {
  readonly name: string;
  readonly by: By;
  readonly tradeNo: string;
  readonly after: OrderState;
  readonly change: OrderChange | null;
}

type Answer = (state: OrderState, trade: TradeRow) => Decision;
/** A record of either side. */
type Said = Omit<Partial<BuySnapshot> & Partial<SellSnapshot>, 'status' | 'kind'> & {
  readonly status?: string | null;
} & GivenFacts;

/** The HMACs are not looked at here, and would take half of the time. */
const seal = () => ({ keyId: 'k1', mac: Buffer.alloc(32) });
const TOOLS = { ...changeTools(), seal, states: { seal, verify: () => true } };
const CONTEXT = { ...snapshotContext({ evidence: { seen: null } }), doubted: false };
const CREATE = createContext();
const OTHER_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

const question = ({ now }: OrderState) => ({ leaseId: 'lease', askedAt: now });

/** Without a status of its own it repeats the trade's. */
const seen =
  (said: Said = {}, orderNoClash = false): Answer =>
  (state, trade) => {
    const { side, status: known, n } = trade;
    const first = side === 'BUY' ? 'AWAITING_PAYMENT' : 'AWAITING_CRYPTO';
    const status = (PROVIDER_STATUSES[side] as readonly string[]).includes(known) ? known : first;
    const whole = { orderNo: trade.orderNo ?? `P-${n}`, status, rampStatus: said.status ?? status, ...said };
    const snapshot = side === 'BUY' ? buySeen(whole as Partial<BuySnapshot>) : sellSeen(whole as Partial<SellSnapshot>);
    const told = state.order.erasedAt === null ? snapshot : withoutPerson(snapshot);
    return decideSnapshot(state, trade, told, question(state), { ...CONTEXT, orderNoClash });
  };

const notFound =
  (doubted: boolean, forgetsUnpaidAfterMs: number | null = null): Answer =>
  (state, trade) => {
    const context = { ...CONTEXT, doubted, policy: { ...POLICY, forgetsUnpaidAfterMs } };
    return decideNotFound(state, trade, question(state), state.now, context);
  };

const unanswered =
  (times: number): Answer =>
  (state, trade) =>
    decideUnanswered(
      state,
      { ...trade, fruitlessAnswers: trade.fruitlessAnswers + times - 1 },
      question(state),
      true,
      CONTEXT,
    );

const NOTHING = { appId: null, crypto: null, network: null, address: null, fiat: null, country: null, amount: null };

export const ANSWERS: Readonly<Record<string, Answer>> = {
  ...Object.fromEntries(
    [...PROVIDER_STATUSES.BUY, ...PROVIDER_STATUSES.SELL].map((status) => [status, seen({ status })]),
  ),
  'as before': seen(),
  'as before, all empty': seen(NOTHING),
  'unknown word': seen({ status: null, rampStatus: 'RISK' }),
  'wrong address': seen({ address: OTHER_ADDRESS }),
  'other amount': seen({ status: 'PAID', amount: '7' }),
  'unreadable field': seen({ unreadable: ['payTime'] }),
  'unstorable record': (state, trade) => decideUnstorable(state, trade, question(state), CONTEXT),
  'foreign record': seen({ orderNo: 'P-99', tradeNo: 'A-99', address: OTHER_ADDRESS, crypto: 'BTC' }),
  "another trade's number": seen({}, true),
  'not found': notFound(false),
  'not found, in doubt': notFound(true),
  'not found, as forgotten': notFound(false, DAY),
  'no answer': unanswered(1),
  'no answer for long': unanswered(8),
};

const MONTHS_MS = 60 * DAY;

const evidence = {
  endpoint: 'create',
  sent: {},
  seen: null,
  httpStatus: null,
  traceId: null,
  answeredAt: null,
} as const;
const detail = 'detail';
const refused = (given: Partial<RampRefused>): RampFailure => ({
  kind: 'refused',
  reason: 'crypto_not_configured',
  returnCode: '3101',
  returnMsg: null,
  min: null,
  max: null,
  resendable: false,
  evidence,
  ...given,
});
const notSent = (reason: RampNotSent['reason']): RampFailure => ({ kind: 'not_sent', reason, detail, evidence });
export const FAILURES: Readonly<Record<string, RampFailure>> = {
  refused: refused({}),
  'refused for its timestamp': refused({ reason: 'timestamp_expired', resendable: true }),
  'refused for now': refused({ reason: 'rate_limited', resendable: true }),
  'no connection': notSent('connection'),
  'no token': notSent('no_access_token'),
  'too late': notSent('too_late'),
  timeout: { kind: 'unknown', reason: 'timeout', detail, evidence },
  nonsense: { kind: 'protocol', detail, evidence },
};
const MADE: Readonly<Record<string, string | null>> = { 'created with a page': 'page', 'created without a page': null };
const made = ({ tradeNo, n }: TradeRow, page: string | null) => ({
  orderNo: `P-${n}`,
  payUrl: page && `https://pay.example/${tradeNo}`,
});

/** What a runner may know beside the order. */
type Beside = Pick<AttemptFacts, 'sendsInARow' | 'callerWaits' | 'providerAway' | 'createsTimeOut'>;
const CALM: Beside = { sendsInARow: 1, callerWaits: false, providerAway: false, createsTimeOut: false };
const BESIDE = [CALM, { ...CALM, callerWaits: true, sendsInARow: 3 }, { ...CALM, providerAway: true }];

const sendingOf = ({ now }: OrderState, isAnew: boolean): Sending => ({
  stamp: now.getTime(),
  asked: asked(),
  leaseMs: 30_000,
  newRequest: isAnew ? { customerId: null, ...NO_EMAIL, patienceMs: 10 * MINUTE, shown: null } : null,
});

const conclude = (state: OrderState, decision: Decision): Pick<Step, 'after' | 'change'> => {
  const change = concludeChange(state, decision, { kind: 'poll' }, TOOLS);
  return { after: stateAfter(state, change), change };
};

/** The runner stops: nothing is left to do (null), or it goes on after a while. */
const release = (state: OrderState, attemptUntil: Date | null): Pick<Step, 'after' | 'change'> => ({
  after: { ...state, order: { ...state.order, attemptLease: null, attemptUntil } },
  change: null,
});

function* runnerSteps(state: OrderState, failures: readonly string[]): Generator<Step> {
  if (state.order.attemptUntil === null) return;
  const trade = currentTrade(state.trades);
  const step = (name: string, event: AttemptEvent): Step => {
    const decision = decideAttemptEvent(state, event, CREATE);
    const end = decision === null ? release(state, null) : conclude(state, decision);
    return { name, by: 'runner', tradeNo: trade.tradeNo, ...end };
  };
  if (trade.outcome === 'in_flight') {
    for (const [name, page] of Object.entries(MADE)) yield step(name, { kind: 'created', made: made(trade, page) });
    yield {
      ...step('', { kind: 'given_up' }),
      name: 'created with a clash',
      ...conclude(state, decideClash(state, trade, 'P-98', CREATE)),
    };
  }
  for (const beside of BESIDE) {
    const facts = attemptFacts(state, { ...beside, isFull: isFull(state, OFFERS) });
    if (trade.outcome === 'in_flight') {
      for (const name of failures) yield step(name, eventOf(FAILURES[name]!, nextAction(FAILURES[name]!, facts)));
      continue;
    }
    if (!isBeingCreated(state)) {
      yield { name: 'left', by: 'runner', tradeNo: trade.tradeNo, ...release(state, null) };
      continue;
    }
    const isUnsent = trade.outcome === 'not_sent';
    const action = isUnsent ? afterLeftUnsent(facts) : afterUnknown(facts);
    if (action.do === 'send_again') {
      yield step('sent again', { kind: 'send_again', sending: sendingOf(state, false) });
      yield step('declined', { kind: 'declined', refusal: refusal() });
    } else if (action.do === 'next_trade')
      yield step('next trade', { kind: 'next_trade', sending: sendingOf(state, false) });
    else if (action.do === 'give_up')
      yield step('given up', isUnsent ? { kind: 'not_sent', reason: detail, givesUp: true } : { kind: 'given_up' });
    else yield { name: 'left for now', by: 'runner', tradeNo: trade.tradeNo, ...release(state, state.now) };
  }
}

function* answerSteps(state: OrderState, { answers, also }: Alphabet): Generator<Step> {
  for (const trade of state.trades) {
    const { tradeNo, watchClass, nextQueryAt, outcome, orderNo } = trade;
    const by = nextQueryAt === null ? 'callback' : 'poll';
    for (const name of watchClass === null ? [] : answers)
      yield { name, by, tradeNo, ...conclude(state, ANSWERS[name]!(state, trade)) };
    const isAwaited = orderNo === null && (outcome === 'unknown' || outcome === 'never_created');
    if (!also.includes('late reply') || !isAwaited) continue;
    const decision = decideCreated(state, trade, made(trade, 'page'), false, CREATE);
    yield { name: 'created', by: 'late reply', tradeNo, ...conclude(state, decision) };
  }
}

/** A repeated checkout, a retry, an erasure, another writer's change, and what staff resolves, once. */
function* otherSteps(state: OrderState, { also }: Alphabet): Generator<Step> {
  const { order, trades, openMismatches, resolvedMismatches } = state;
  const { tradeNo, outcome } = currentTrade(trades);
  const isAtRest = order.attemptUntil === null && order.side === 'BUY';
  const mayRetry = needsNextTrade(state) || order.status !== 'CREATING';
  const begins = isAtRest && (isNumberFree(state) || (mayRetry && retryObstacle(state, OFFERS) === null));
  for (const kind of ['send_again', 'next_trade'] as const) {
    const isPossible = begins && (kind === 'send_again' ? outcome === 'not_sent' : !isFull(state, OFFERS));
    const decision = isPossible ? decideAttemptEvent(state, { kind, sending: sendingOf(state, true) }, CREATE) : null;
    if (decision !== null) yield { name: kind, by: 'shop', tradeNo, ...conclude(state, decision) };
  }
  const erased = also.includes('erased') ? decideErased(state, 0, true) : null;
  if (erased !== null) yield { name: 'erased', by: 'shop', tradeNo, ...conclude(state, erased) };
  const altered = { tradeNo, kind: 'state', field: 'state', asked: 'what was sealed', seen: 'no seal' } as const;
  if (also.includes('altered'))
    yield { name: 'altered', by: 'writer', tradeNo, ...conclude(state, { ...NO_DECISION, opened: [altered] }) };
  for (const open of also.includes('staff') && resolvedMismatches.length === 0 ? openMismatches : [])
    yield {
      name: 'resolved',
      by: 'staff',
      tradeNo: open.tradeNo,
      ...conclude(state, decideResolved(open, 'staff:jane', 'ok')),
    };
}

export interface Alphabet {
  readonly answers: readonly string[];
  readonly failures: readonly string[];
  /** Whether months pass. */
  readonly waits: boolean;
  readonly trades: number;
  /** Mismatches that are open at a time. */
  readonly open: number;
  readonly also: readonly ('late reply' | 'staff' | 'erased' | 'altered')[];
}

/** All steps from a state that stay within the alphabet. */
export function* stepsFrom(state: OrderState, alphabet: Alphabet): Generator<Step> {
  const { waits, failures, trades, open } = alphabet;
  const later = { ...state, now: new Date(state.now.getTime() + MONTHS_MS) };
  if (waits) yield { name: 'months', by: 'time', tradeNo: '', after: later, change: null };
  for (const step of [...answerSteps(state, alphabet), ...runnerSteps(state, failures), ...otherSteps(state, alphabet)])
    if (step.after.trades.length <= trades && step.after.openMismatches.length <= open) yield step;
}
