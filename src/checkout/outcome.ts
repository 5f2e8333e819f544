import { currentTrade } from '../orders/model/fold.js';
import { mayHavePage } from '../orders/decisions/existence.js';
import { isPaid } from '../orders/model/order-status.js';
import type { OrderState, TradeRow } from '../orders/model/order.types.js';
import { quoteMoved } from './price.js';
import { refusalProblem } from '../ramp/port/ramp-problem.js';
import { Problem, PROBLEM_TEXTS, RETRY_AFTER_S } from '../platform/shared/problem.js';

/**
 * Nobody knows yet what became of the newest trade, or it has yet to be sent, and somebody goes on. Once any trade is
 * paid nobody does: that is the outcome.
 */
export function hasNoOutcome({ order, trades }: OrderState): boolean {
  if (trades.some(isPaidTrade)) return false;
  const { outcome, status, superseded, payUrlAt, sends } = currentTrade(trades);
  const isInMaking = status === 'CREATING' && ['in_flight', 'not_sent', 'unknown'].includes(outcome);
  // A poll found it before its driver made the next one: its `payUrl` is lost all the same. What was found before it was
  // ever sent is another: then the order is what it was before a restore.
  const isFound = sends > 0 && status === 'AWAITING_PAYMENT' && payUrlAt === null && order.driveUntil !== null;
  return !superseded && (isInMaking || isFound);
}

/** Whoever made its trades has left, or has died: somebody else may go on. */
export function isLeftBehind({ order: { driveLease, driveUntil }, now }: OrderState): boolean {
  return driveUntil !== null && (driveLease === null || driveUntil <= now);
}

/** Is the newest trade on its way with the request that was committed with `stamp`, under this lease? No other may be sent. */
export function isCommitted({ order, trades }: OrderState, driveLease: string, stamp: number): boolean {
  const current = currentTrade(trades);
  return current.outcome === 'in_flight' && current.stamp === stamp && order.driveLease === driveLease;
}

/** Every trade was refused, by the provider or by us, or certainly never sent, and nobody goes on: the number is as good as new, unless its customer is forgotten. */
export function isUnmade({ order, trades }: OrderState): boolean {
  return order.erasedAt === null && trades.every((trade) => isRefused(trade) || isLeftUnsent(trade));
}

/** The same of the trades that the present request made: those before it came to nothing in another way. */
export function isRequestUnmade({ order, trades }: OrderState): boolean {
  const made = trades.filter(({ n }) => n >= order.firstTradeOfRequest);
  return made.every((trade) => isRefused(trade) || isLeftUnsent(trade));
}

/**
 * Nobody goes on, nothing is paid, and the newest trade was given up, or never sent after others were lost: whatever may
 * exist of it, nobody was ever handed a page.
 */
export function isGivenUp({ trades }: OrderState): boolean {
  const newest = currentTrade(trades);
  return (newest.superseded || isLeftUnsent(newest)) && !trades.some(isPaidTrade);
}

const isPaidTrade = ({ status }: TradeRow): boolean => isPaid(status);

/**
 * A repeat of the checkout makes the next trade, as a retry does: after a give-up, or after a refusal that followed lost
 * replies while no page was handed out.
 */
export function isToBeTriedAgain(state: OrderState): boolean {
  const { trades } = state;
  return (
    isGivenUp(state) || (isRefused(currentTrade(trades)) && !trades.some(mayHavePage) && !trades.some(isPaidTrade))
  );
}

/** Pause between a give-up and the next trade; it doubles with each further give-up in a row. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

/** Milliseconds until the next trade may follow a give-up; 0: now. */
export function pauseLeftMs(state: OrderState): number {
  const { trades, now } = state;
  const { givenUpAt } = currentTrade(trades);
  if (givenUpAt === null || isUnmade(state)) return 0;
  const sinceLastPage = trades.slice(trades.findLastIndex(mayHavePage) + 1);
  const inARow = sinceLastPage.filter((trade) => trade.givenUpAt !== null).length;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (inARow - 1));
  const leftMs = givenUpAt.getTime() + pauseMs - now.getTime();
  // Postgres' clock was set back: a time that far ahead counts as past.
  return leftMs > 2 * pauseMs ? 0 : Math.max(0, leftMs);
}

/** The provider made it, without a page that a customer can be sent to. */
const isWithoutPage = ({ outcome, refusal }: TradeRow): boolean =>
  outcome === 'created' && refusal?.problem === 'ramp_protocol';

/** The order's trades since the first one without a page, that one included. */
export function tradesSinceNoPage({ trades }: OrderState): number {
  const first = Math.min(...trades.filter(isWithoutPage).map(({ n }) => n));
  return trades.filter(({ n }) => n >= first).length;
}

/** By the provider; or never sent, by our own decision. */
export function isRefused({ outcome, status }: TradeRow): boolean {
  return (outcome === 'refused' || outcome === 'not_sent') && status === 'REJECTED';
}

/** Certainly never sent, and nobody goes on. */
function isLeftUnsent({ outcome, status }: TradeRow): boolean {
  return outcome === 'not_sent' && status === 'EXPIRED';
}

/** What a caller is told who waited while somebody else made the trade, and it was refused or has no page. */
export function storedProblem(state: OrderState): Problem {
  const { order, trades } = state;
  const { merchantOrderNo } = order;
  // A trade without a page stays the reason: the operator has to act on it.
  const refusal = currentTrade(trades).refusal ?? trades.find(isWithoutPage)?.refusal ?? null;
  if (refusal === null) return notMade(merchantOrderNo, Math.ceil(pauseLeftMs(state) / 1000) || RETRY_AFTER_S);
  if (refusal.problem === 'quote_moved') return quoteMoved(merchantOrderNo, refusal.quote ?? null);
  if (refusal.problem === 'ramp_protocol')
    return new Problem('ramp_protocol', PROBLEM_TEXTS.rampInvalidResponse, { members: { merchantOrderNo } });
  return refusalProblem(refusal, order.fiat, { merchantOrderNo });
}

/** Nothing was made for this request: asking again is safe, and may help after so many seconds. */
export function notMade(merchantOrderNo: string, retryAfter = RETRY_AFTER_S): Problem {
  return new Problem('ramp_unavailable', PROBLEM_TEXTS.rampUnavailable, {
    retryAfter,
    members: { merchantOrderNo },
  });
}

/** The number is taken by another content or caller. `differing`: the fields in which the caller's own order differs. */
export function conflict(differing: readonly string[] = []): Problem {
  const errors = differing.map((field) => ({ field, message: 'differs from the existing order' }));
  return new Problem(
    'merchant_order_no_conflict',
    PROBLEM_TEXTS.merchantOrderNoTaken,
    differing.length > 0 ? { errors } : {},
  );
}
