import type { OrderState } from '../model/order.types.js';
import { currentTrade } from '../model/fold.js';
import { mayHavePage } from './existence.js';
import { wasAltered } from './mismatches.js';
import { isPaid, isRetryable, isSettledStatus } from '../model/order-status.js';

export interface ShownPage {
  readonly payUrl: string;
  readonly until: Date;
}

export interface OfferPolicy {
  readonly payUrlTtlMs: number;
  readonly maxTrades: number;
}

/** If one of these fields differs, the page may belong to another purchase. */
const OF_ANOTHER: ReadonlySet<string> = new Set(['address', 'crypto', 'network', 'side', 'appId']);
const CLEAR: ReadonlySet<string> = new Set(['field', 'double_payment']);

/** null once it is old, replaced, settled or any trade is paid, and while a mismatch puts it in doubt. */
export function shownPage(state: OrderState, { payUrlTtlMs }: OfferPolicy): ShownPage | null {
  const { trades, now } = state;
  const { payUrl, payUrlAt, superseded, status } = currentTrade(trades);
  if (payUrl === null || payUrlAt === null) return null;
  const until = new Date(payUrlAt.getTime() + payUrlTtlMs);
  // In both directions: Postgres' clock may have been set back since.
  const isOld = Math.abs(now.getTime() - payUrlAt.getTime()) >= payUrlTtlMs;
  const isOver = isOld || superseded || isSettledStatus(status) || trades.some((trade) => isPaid(trade.status));
  return isOver || isDoubtful(state) ? null : { payUrl, until };
}

/** `order_in_review`: an older trade may be paid, or the current one may differ from the terms. */
export type RetryObstacle = 'order_not_retryable' | 'order_in_review';

/** null: each trade with a returned page was answered as unpaid, and the order failed or shows no page. */
export function retryObstacle(state: OrderState, policy: OfferPolicy): RetryObstacle | null {
  const { order, trades } = state;
  const hasNoPage = order.status === 'AWAITING_PAYMENT' && shownPage(state, policy) === null;
  const isOver = order.side === 'BUY' && order.erasedAt === null && (isRetryable(order.status) || hasNoPage);
  if (!isOver || wasAltered(state) || isFull(state, policy) || trades.some(({ status }) => isPaid(status)))
    return 'order_not_retryable';
  return isDoubtful(state) ? 'order_in_review' : null;
}

/** False while a trade replaces one whose page was lost. */
export function isRetryOffered(state: OrderState, policy: OfferPolicy): boolean {
  const { status, attemptUntil } = state.order;
  const isInMaking = status === 'AWAITING_PAYMENT' && attemptUntil !== null;
  return !isInMaking && retryObstacle(state, policy) === null;
}

export function isFull({ trades }: OrderState, { maxTrades }: Pick<OfferPolicy, 'maxTrades'>): boolean {
  return trades.length >= maxTrades;
}

/** A trade whose page was never returned blocks nothing: no customer can pay on it. */
function isDoubtful({ trades, openMismatches }: OrderState): boolean {
  const current = currentTrade(trades);
  const withPage = trades.filter(mayHavePage);
  return (
    withPage.some(({ understood }) => !understood) ||
    openMismatches.some(({ tradeNo, kind, field }) => {
      const isOfPage = withPage.some((trade) => trade.tradeNo === tradeNo);
      const isOfAnother = tradeNo === current.tradeNo && OF_ANOTHER.has(field);
      return isOfPage && (!CLEAR.has(kind) || isOfAnother);
    })
  );
}
