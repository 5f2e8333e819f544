import type { OrderState } from '../model/order.types.js';
import { currentTrade } from '../model/fold.js';
import { mayHavePage } from './existence.js';
import { isPaid, isRetryable, isSettledStatus } from '../model/order-status.js';

/** A page on which the customer may pay, and until when it is shown. */
export interface ShownPage {
  readonly payUrl: string;
  readonly until: Date;
}

/** For how long a page is shown, and how many trades an order may have. */
export interface OfferPolicy {
  readonly payUrlTtlMs: number;
  readonly maxTrades: number;
}

/** Fields of which each, when it differs, means that the page may be of another purchase. */
const OF_ANOTHER: ReadonlySet<string> = new Set(['address', 'crypto', 'network', 'side', 'appId']);
/** Kinds that leave no doubt about how a trade stands. All others do. */
const CLEAR: ReadonlySet<string> = new Set(['field', 'double_payment']);

/**
 * The page that the order's owner is shown: the current trade's, only for a while, and not once the trade has ended,
 * anything is paid, or something says that it may be of another purchase or that nobody knows how a trade stands.
 */
export function shownPage(state: OrderState, { payUrlTtlMs }: OfferPolicy): ShownPage | null {
  const { trades, now } = state;
  const { payUrl, payUrlAt, superseded, status } = currentTrade(trades);
  if (payUrl === null || payUrlAt === null) return null;
  const until = new Date(payUrlAt.getTime() + payUrlTtlMs);
  // Both ways: Postgres' clock may have been set back since.
  const isOld = Math.abs(now.getTime() - payUrlAt.getTime()) >= payUrlTtlMs;
  const isOver = isOld || superseded || isSettledStatus(status) || trades.some((trade) => isPaid(trade.status));
  return isOver || isDoubtful(state) ? null : { payUrl, until };
}

/** `order_in_review`: nobody knows whether an older trade is paid, or the newest may not be what was asked for. */
export type RetryObstacle = 'order_not_retryable' | 'order_in_review';

/**
 * The obstacle to a new trade of the order; null: by the newest answers each trade whose page was handed out is unpaid, and
 * the order has come to nothing or its customer has no page to pay on.
 */
export function retryObstacle(state: OrderState, policy: OfferPolicy): RetryObstacle | null {
  const { order, trades } = state;
  const hasNoPage = order.status === 'AWAITING_PAYMENT' && shownPage(state, policy) === null;
  const isOver = order.side === 'BUY' && order.erasedAt === null && (isRetryable(order.status) || hasNoPage);
  if (!isOver || isFull(state, policy) || trades.some(({ status }) => isPaid(status))) return 'order_not_retryable';
  return isDoubtful(state) ? 'order_in_review' : null;
}

/** As the order's owner is told; not while somebody makes a trade in place of one whose page was lost. */
export function isRetryOffered(state: OrderState, policy: OfferPolicy): boolean {
  const { status, driveUntil } = state.order;
  const isInMaking = status === 'AWAITING_PAYMENT' && driveUntil !== null;
  return !isInMaking && retryObstacle(state, policy) === null;
}

/** It has as many trades as an order may have. */
export function isFull({ trades }: OrderState, { maxTrades }: Pick<OfferPolicy, 'maxTrades'>): boolean {
  return trades.length >= maxTrades;
}

/** A trade whose page was never handed out holds back no other page: no customer can pay on it. */
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
