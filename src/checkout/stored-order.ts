import { currentTrade, termsOf } from '../orders/model/fold.js';
import { wasAltered } from '../orders/decisions/mismatches.js';
import { mayHavePage } from '../orders/decisions/existence.js';
import { isPaid } from '../orders/model/order-status.js';
import type { OrderTerms, OrderState, TradeRow } from '../orders/model/order.types.js';
import { sameAddressOn } from '../orders/decisions/same-value.js';
import { pausedProblem } from '../pauses/pauses.service.js';
import { quoteMoved } from './price.js';
import { refusalProblem } from '../ramp/port/ramp-problem.js';
import { canonicalMemo } from '../platform/addresses/canonical.js';
import { sameTerm } from '../platform/terms/terms.js';
import { TERM_NAMES } from '../platform/terms/order-terms.js';
import type { allTerms, TermName } from '../platform/terms/order-terms.js';
import { compareDecimals } from '../platform/terms/decimal.js';
import { Problem, PROBLEM_TEXTS, RETRY_AFTER_S, wrongField } from '../platform/problems/problem.js';

/** True while the current trade is being created. False as soon as any trade is paid. */
export function isBeingCreated({ order, trades }: OrderState): boolean {
  if (trades.some(isPaidTrade)) return false;
  const { outcome, status, superseded, payUrlAt, sends } = currentTrade(trades);
  const isInMaking = status === 'CREATING' && ['in_flight', 'not_sent', 'unknown'].includes(outcome);
  // A poll found the trade before its runner made the next one. One that was never sent is older than a restore.
  const isFound = sends > 0 && status === 'AWAITING_PAYMENT' && payUrlAt === null && order.attemptUntil !== null;
  return !superseded && (isInMaking || isFound);
}

/** The runner released the lease or died: another one may continue. */
export function isLeftBehind({ order: { attemptLease, attemptUntil }, now }: OrderState): boolean {
  return attemptUntil !== null && (attemptLease === null || attemptUntil <= now);
}

/** Every trade was refused, declined or certainly never sent: the number can be reused, unless erased or once altered. */
export function isNumberFree(state: OrderState): boolean {
  const isOpen = state.order.erasedAt === null && !wasAltered(state);
  return isOpen && state.trades.every((trade) => isRefused(trade) || isLeftUnsent(trade));
}

/** The same, for the trades of the latest request only. */
export function isRequestWithoutTrade({ order, trades }: OrderState): boolean {
  const ofRequest = trades.filter(({ n }) => n >= order.firstTradeOfRequest);
  return ofRequest.every((trade) => isRefused(trade) || isLeftUnsent(trade));
}

/** Not paid, and no page was returned for the current trade: it ended in a give-up, or was never sent. */
export function isGivenUp({ trades }: OrderState): boolean {
  const newest = currentTrade(trades);
  return (newest.superseded || isLeftUnsent(newest)) && !trades.some(isPaidTrade);
}

const isPaidTrade = ({ status }: TradeRow): boolean => isPaid(status);

/** A repeated checkout makes the next trade: after a give-up, or a refusal while no page was returned. */
export function needsNextTrade(state: OrderState): boolean {
  const { trades } = state;
  return (
    isGivenUp(state) || (isRefused(currentTrade(trades)) && !trades.some(mayHavePage) && !trades.some(isPaidTrade))
  );
}

/** Pause between a give-up and the next trade; doubles with each further give-up in a row. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

/** Milliseconds until the next trade may follow a give-up; 0: now. */
export function pauseLeftMs(state: OrderState): number {
  const { trades, now } = state;
  const { givenUpAt } = currentTrade(trades);
  if (givenUpAt === null || isNumberFree(state)) return 0;
  const sinceLastPage = trades.slice(trades.findLastIndex(mayHavePage) + 1);
  const inARow = sinceLastPage.filter((trade) => trade.givenUpAt !== null).length;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (inARow - 1));
  const leftMs = givenUpAt.getTime() + pauseMs - now.getTime();
  // Postgres' clock was set back: a time that far ahead counts as past.
  return leftMs > 2 * pauseMs ? 0 : Math.max(0, leftMs);
}

const isWithoutPage = ({ outcome, refusal }: TradeRow): boolean =>
  outcome === 'created' && refusal?.problem === 'ramp_protocol';

export function tradesSinceNoPage({ trades }: OrderState): number {
  const first = Math.min(...trades.filter(isWithoutPage).map(({ n }) => n));
  return trades.filter(({ n }) => n >= first).length;
}

/** By the provider or by this service. */
export function isRefused({ outcome, status }: TradeRow): boolean {
  return (outcome === 'refused' || outcome === 'not_sent') && status === 'REJECTED';
}

/** Certainly never sent, and no attempt is running. */
function isLeftUnsent({ outcome, status }: TradeRow): boolean {
  return outcome === 'not_sent' && status === 'EXPIRED';
}

/** Why the stored order gives its caller no page. */
export function storedProblem(state: OrderState): Problem {
  const { order, trades } = state;
  const { merchantOrderNo } = order;
  // Keep reporting the trade without a page: the operator has to act on it.
  const refusal = currentTrade(trades).refusal ?? trades.find(isWithoutPage)?.refusal ?? null;
  if (refusal === null) return nothingMade(merchantOrderNo, Math.ceil(pauseLeftMs(state) / 1000) || RETRY_AFTER_S);
  if (refusal.problem === 'quote_moved') return quoteMoved(merchantOrderNo, refusal.quote ?? null);
  if (refusal.problem === 'paused')
    return pausedProblem(refusal.until == null ? null : new Date(refusal.until), { merchantOrderNo });
  if (refusal.problem === 'ramp_protocol')
    return new Problem('ramp_protocol', PROBLEM_TEXTS.rampInvalidResponse, { members: { merchantOrderNo } });
  return refusalProblem(refusal, termsOf(trades).fiat, { merchantOrderNo });
}

/** Nothing was made for this request, so repeating it is safe. */
export function nothingMade(merchantOrderNo: string, retryAfter = RETRY_AFTER_S): Problem {
  return new Problem('ramp_unavailable', PROBLEM_TEXTS.rampUnavailable, {
    retryAfter,
    members: { merchantOrderNo },
  });
}

/** `differing`: fields of the caller's own order; none for another caller's. */
export function conflict(differing: readonly string[] = []): Problem {
  const errors = differing.map((field) => ({ field, message: 'differs from the existing order' }));
  return new Problem(
    'merchant_order_no_conflict',
    PROBLEM_TEXTS.merchantOrderNoTaken,
    differing.length > 0 ? { errors } : {},
  );
}

/** Ignores quote, e-mail and token. A retry may have changed the payment method: a repeat of the checkout still matches. */
export function differingFields({ order, trades }: OrderState, asked: OrderTerms, customerId: string | null): string[] {
  const terms = termsOf(trades);
  const created = trades.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'not_sent');
  const isOfOlder = created.some((trade) => sameTerm('payWayCode', trade.asked?.payWayCode ?? null, asked.payWayCode));
  const differing = TERM_NAMES.filter((name) => !isSame(name, terms, asked));
  return [
    ...differing.filter((name) => name !== 'payWayCode' || !isOfOlder),
    ...(order.customerId === customerId ? [] : ['customer.id']),
  ];
}

export function isSameContent(state: OrderState, asked: OrderTerms, customerId: string | null): boolean {
  return differingFields(state, asked, customerId).length === 0;
}

/** Throws `merchant_order_no_conflict`. */
export function mustBeSame(state: OrderState, asked: OrderTerms, customerId: string | null): void {
  const differing = differingFields(state, asked, customerId);
  if (differing.length > 0) throw conflict(differing);
}

/** A trade that ended in a give-up, was not sent, or met a busy provider counts as known: the response asked for a retry. */
export function newestKnown(state: OrderState, after: string | null): number {
  const newest = currentTrade(state.trades);
  if (after === null) return newest.n;
  const trade = state.trades.find(({ tradeNo }) => tradeNo === after);
  if (trade === undefined) throw wrongField('after', 'must be the number of a trade of this order');
  const isUnmade = newest.outcome === 'not_sent' || newest.refusal?.problem === 'ramp_unavailable';
  const isToBeRepeated = isGivenUp(state) || (isRefused(newest) && isUnmade);
  return isToBeRepeated ? newest.n : trade.n;
}

function isSame(name: TermName, terms: ReturnType<typeof allTerms>, asked: OrderTerms): boolean {
  const { amount, network, address, memo } = terms;
  if (name === 'amount') return amount !== null && compareDecimals(amount, asked.amount) === 0;
  if (name === 'address') return address !== null && sameAddressOn(asked.network)(address, asked.address);
  if (name !== 'memo') return sameTerm(name, terms[name], asked[name]);
  return canonicalMemo(network ?? '', address ?? '', memo) === canonicalMemo(asked.network, asked.address, asked.memo);
}
