import { currentTrade } from '../orders/model/fold.js';
import type { OrderState } from '../orders/model/order.types.js';
import type { MakingEvent } from '../orders/model/making-event.types.js';
import type { RampFailure, RampNotSent, RefusalReason } from '../ramp/port/ramp.errors.js';
import { tradesSinceNoPage } from './outcome.js';
import { refusalOf } from './trade-request.js';

/** At most this many trades are made for one request of a caller, its continuation by the worker included. */
export const TRADES_PER_REQUEST = 3;
/** The same once a trade of the order was made without a page: that one, and one further. */
const TRADES_WITHOUT_PAGE = 2;
/** At least this long between two of them. */
export const TRADE_SPACING_MS = 500;
/** How often one trade is sent again in one go, when it is certain that the provider did not act. */
const SENDS_IN_A_ROW = 3;
const LEAVE_MS = 5000;
/** What only a caller who comes back can help. */
const ONLY_THE_CALLER: ReadonlySet<RampNotSent['reason']> = new Set([
  'no_access_token',
  'no_customer_email',
  'no_customer_id',
]);

export interface DriveFacts {
  /** How often the current trade was sent in this go. */
  readonly sendsInARow: number;
  /** Trades that this request has made so far, the current one included. */
  readonly tradesOfRequest: number;
  /** The order has as many trades as one may have. */
  readonly isFull: boolean;
  /** The trades since the order's first one that was made without a page, that one included. */
  readonly tradesSinceNoPage: number;
  /** Some trade of the order may exist at the provider. */
  readonly mayExist: boolean;
  /** How much longer somebody goes on for this request, in milliseconds; 0: no longer. */
  readonly patienceLeftMs: number;
  /** The caller is there to be told; otherwise the worker goes on by itself. */
  readonly callerWaits: boolean;
  /** The provider does not answer anybody: nothing is sent to it now. */
  readonly providerAway: boolean;
  /** Other creates, as this one, are not answered in time. */
  readonly createsTimeOut: boolean;
}

/** What follows from the order itself, with what only the process knows. */
export function driveFacts(
  state: OrderState,
  given: Pick<DriveFacts, 'sendsInARow' | 'callerWaits' | 'providerAway' | 'createsTimeOut' | 'isFull'>,
): DriveFacts {
  const { drivePatienceUntil: patience, firstTradeOfRequest } = state.order;
  return {
    ...given,
    tradesOfRequest: currentTrade(state.trades).n - firstTradeOfRequest + 1,
    tradesSinceNoPage: tradesSinceNoPage(state),
    mayExist: state.trades.some(
      ({ n, outcome }) => n >= firstTradeOfRequest && (outcome === 'unknown' || outcome === 'created'),
    ),
    patienceLeftMs: patience === null ? 0 : Math.max(0, patience.getTime() - state.now.getTime()),
  };
}

/**
 * What to do after a create that gave no page. `leave`: nothing for now, the worker goes on after `delayMs`.
 * `hand_over`: the same at once, as this driver was too slow; the caller waits for whoever drives then.
 * `give_up`: nobody goes on; what may exist stays watched.
 */
export type NextStep =
  | { readonly do: 'refuse' }
  | { readonly do: 'send_again'; readonly delayMs: number }
  | { readonly do: 'next_trade'; readonly delayMs: number }
  | { readonly do: 'leave'; readonly delayMs: number }
  | { readonly do: 'hand_over' }
  | { readonly do: 'give_up' };

export function nextStep(result: RampFailure, facts: DriveFacts): NextStep {
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

/** What a failed create means for its trade, when `step` follows. */
export function eventOf(result: RampFailure, step: NextStep): MakingEvent {
  switch (result.kind) {
    case 'refused':
      return step.do === 'refuse'
        ? { kind: 'refused', refusal: refusalOf(result) }
        : { kind: 'not_sent', reason: `refused with ${result.returnCode}, may be sent again`, givesUp: false };
    case 'not_sent':
      // Too late as well: certainly nothing was sent, and saying so spares the next driver a trade that may exist. It
      // is written under the lease only, so where somebody has taken over and holds the trade for unknown, it is not.
      return { kind: 'not_sent', reason: result.detail, givesUp: step.do === 'give_up' };
    case 'unknown':
    case 'protocol':
      return { kind: 'unknown', reason: result.detail };
  }
}

/** A fresh stamp by the same clock, or a fresh token, that is refused as well: once more, and no more. */
function sendsOf(reason: RefusalReason): number {
  return reason === 'rate_limited' ? SENDS_IN_A_ROW : 2;
}

/** The trade certainly does not exist: it may be sent once more, under the same number. */
export function afterNotSent(reason: RampNotSent['reason'], facts: DriveFacts): NextStep {
  if (reason === 'too_late') return { do: 'hand_over' };
  const mayHelp = (reason === 'connection' || reason === 'budget') && !facts.providerAway;
  if (mayHelp && facts.sendsInARow < SENDS_IN_A_ROW && facts.patienceLeftMs > 0) {
    return { do: 'send_again', delayMs: 250 * 2 ** facts.sendsInARow };
  }
  // Nothing was created and the caller can be told so: that is an end. Otherwise somebody may still hold a token.
  const isEnd = facts.callerWaits && !facts.mayExist;
  if (isEnd || facts.patienceLeftMs <= 0) return { do: 'give_up' };
  return { do: 'leave', delayMs: ONLY_THE_CALLER.has(reason) ? facts.patienceLeftMs : LEAVE_MS };
}

/** Nobody can say whether the price that was shown still holds: the trade is not sent, and does not exist. */
export function afterPriceUnknown(facts: DriveFacts): NextStep {
  return afterNotSent('breaker_open', facts);
}

/** The trade was left unsent by a driver before. */
export function afterLeftUnsent(facts: DriveFacts): NextStep {
  if (facts.patienceLeftMs <= 0) return { do: 'give_up' };
  return facts.providerAway ? afterNotSent('breaker_open', facts) : { do: 'send_again', delayMs: 0 };
}

/** The trade may exist, or does, and nobody has its `payUrl`: a new one lets the customer go on. */
export function afterUnknown(facts: DriveFacts): NextStep {
  const isEnough = facts.tradesOfRequest >= TRADES_PER_REQUEST || facts.tradesSinceNoPage >= TRADES_WITHOUT_PAGE;
  if (isEnough || facts.isFull || facts.patienceLeftMs <= 0) return { do: 'give_up' };
  // One more that nobody answers would be one more that may exist.
  return facts.providerAway || facts.createsTimeOut
    ? { do: 'leave', delayMs: LEAVE_MS }
    : { do: 'next_trade', delayMs: TRADE_SPACING_MS };
}
