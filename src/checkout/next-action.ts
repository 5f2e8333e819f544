import { currentTrade } from '../orders/model/fold.js';
import type { OrderState, AttemptEvent } from '../orders/model/order.types.js';
import type { RampFailure, RampNotSent } from '../ramp/port/ramp.errors.js';
import type { RefusalReason } from '../ramp/port/refusal-table.js';
import { tradesSinceNoPage } from './stored-order.js';
import { refusalOf } from './trade-request.js';

/** Continuation by the worker included. */
export const TRADES_PER_REQUEST = 3;
/** Limit after a create without a payment page: that trade and one more. */
const TRADES_WITHOUT_PAGE = 2;
export const TRADE_SPACING_MS = 500;
/** Sends of one trade in a row, if the provider certainly did not act. */
const SENDS_IN_A_ROW = 3;
const LEAVE_MS = 5000;
/** Failures that only a new request can fix. */
const ONLY_THE_CALLER: ReadonlySet<RampNotSent['reason']> = new Set([
  'no_access_token',
  'no_customer_email',
  'no_customer_id',
]);

export interface AttemptFacts {
  readonly sendsInARow: number;
  readonly tradesOfRequest: number;
  readonly isFull: boolean;
  /** The first one without a page included. */
  readonly tradesSinceNoPage: number;
  readonly mayExist: boolean;
  /** Milliseconds for which attempts continue; 0: no longer. */
  readonly patienceLeftMs: number;
  /** False: the worker continues on its own. */
  readonly callerWaits: boolean;
  /** The circuit breaker is open. */
  readonly providerAway: boolean;
  readonly createsTimeOut: boolean;
}

export function attemptFacts(
  state: OrderState,
  processFacts: Pick<AttemptFacts, 'sendsInARow' | 'callerWaits' | 'providerAway' | 'createsTimeOut' | 'isFull'>,
): AttemptFacts {
  const { attemptPatienceUntil: patience, firstTradeOfRequest } = state.order;
  return {
    ...processFacts,
    tradesOfRequest: currentTrade(state.trades).n - firstTradeOfRequest + 1,
    tradesSinceNoPage: tradesSinceNoPage(state),
    mayExist: state.trades.some(
      ({ n, outcome }) => n >= firstTradeOfRequest && (outcome === 'unknown' || outcome === 'created'),
    ),
    patienceLeftMs: patience === null ? 0 : Math.max(0, patience.getTime() - state.now.getTime()),
  };
}

/** Which request follows a look-up: that of the current trade, or of a further one. */
export type Next = 'send' | 'next_trade';

/**
 * `look_up`: query whether lost commits have sent the current trade. `commit`: check the price, and commit the current
 * trade's request. `leave`: the worker continues after `delayMs`. `hand_over`: without a delay, because this runner was too slow; the
 * caller waits for the next one. `give_up`: no further attempt; trades that may exist stay watched.
 */
export type NextAction =
  | { readonly do: 'look_up'; readonly before: Next }
  | { readonly do: 'commit' }
  | { readonly do: 'refuse' }
  | { readonly do: 'send_again'; readonly delayMs: number }
  | { readonly do: 'next_trade'; readonly delayMs: number }
  | { readonly do: 'leave'; readonly delayMs: number }
  | { readonly do: 'hand_over' }
  | { readonly do: 'give_up' };

export function nextAction(result: RampFailure, facts: AttemptFacts): NextAction {
  switch (result.kind) {
    case 'refused':
      return result.resendable && facts.sendsInARow < sendsOf(result.reason)
        ? { do: 'send_again', delayMs: result.reason === 'rate_limited' ? 1000 : 0 }
        : { do: 'refuse' };
    case 'not_sent':
      return afterNotSent(result.reason, facts);
    case 'unknown':
    case 'protocol':
      return afterUnknown(facts);
  }
}

export function eventOf(result: RampFailure, step: NextAction): AttemptEvent {
  switch (result.kind) {
    case 'refused':
      return step.do === 'refuse'
        ? { kind: 'refused', refusal: refusalOf(result) }
        : { kind: 'not_sent', reason: `refused with ${result.returnCode}, may be sent again`, givesUp: false };
    case 'not_sent':
      // Also when it was too late: that saves the next runner an extra trade. The write fails if the lease was lost.
      return { kind: 'not_sent', reason: result.detail, givesUp: step.do === 'give_up' };
    case 'unknown':
    case 'protocol':
      return { kind: 'unknown', reason: result.detail };
  }
}

/** Retry a refused timestamp or token once; a second refusal is final. */
function sendsOf(reason: RefusalReason): number {
  return reason === 'rate_limited' ? SENDS_IN_A_ROW : 2;
}

/** The trade certainly does not exist. */
export function afterNotSent(reason: RampNotSent['reason'], facts: AttemptFacts): NextAction {
  if (reason === 'too_late') return { do: 'hand_over' };
  const mayHelp = (reason === 'connection' || reason === 'budget') && !facts.providerAway;
  if (mayHelp && facts.sendsInARow < SENDS_IN_A_ROW && facts.patienceLeftMs > 0) {
    return { do: 'send_again', delayMs: 250 * 2 ** facts.sendsInARow };
  }
  // If nothing was created and the caller can be told, stop. Otherwise another request may bring a token.
  const isEnd = facts.callerWaits && !facts.mayExist;
  if (isEnd || facts.patienceLeftMs <= 0) return { do: 'give_up' };
  return { do: 'leave', delayMs: ONLY_THE_CALLER.has(reason) ? facts.patienceLeftMs : LEAVE_MS };
}

/** The price is unknown, so the trade is not sent and does not exist. */
export function afterPriceUnknown(facts: AttemptFacts): NextAction {
  return afterNotSent('breaker_open', facts);
}

/** `isClear`: the provider does not know the number, or it is in no doubt. Else no request follows. */
export function afterLookUp(before: Next, isClear: boolean, facts: AttemptFacts): NextAction {
  if (before === 'next_trade') return afterUnknown(isClear ? facts : { ...facts, providerAway: true });
  return isClear ? { do: 'commit' } : afterNotSent('breaker_open', facts);
}

export function afterLeftUnsent(facts: AttemptFacts): NextAction {
  if (facts.patienceLeftMs <= 0) return { do: 'give_up' };
  return facts.providerAway ? afterNotSent('breaker_open', facts) : { do: 'send_again', delayMs: 0 };
}

/** The trade exists or may exist, but its `payUrl` is lost: a new trade lets the customer continue. */
export function afterUnknown(facts: AttemptFacts): NextAction {
  const isEnough = facts.tradesOfRequest >= TRADES_PER_REQUEST || facts.tradesSinceNoPage >= TRADES_WITHOUT_PAGE;
  if (isEnough || facts.isFull || facts.patienceLeftMs <= 0) return { do: 'give_up' };
  // A create that times out may still exist, so add none while creates time out.
  return facts.providerAway || facts.createsTimeOut
    ? { do: 'leave', delayMs: LEAVE_MS }
    : { do: 'next_trade', delayMs: TRADE_SPACING_MS };
}
