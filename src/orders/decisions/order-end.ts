import { isDone, isSettledStatus } from '../model/order-status.js';
import type { CreateOutcome, TradeStatus } from '../model/order-status.js';

interface WatchedTrade {
  readonly status: TradeStatus;
  readonly outcome: CreateOutcome;
  /** Only null counts; lists carry the time as text. */
  readonly nextQueryAt: Date | string | null;
}

interface WatchedOrder {
  readonly order: { readonly status: TradeStatus; readonly inReview: boolean };
  readonly trades: readonly WatchedTrade[];
}

interface OrderEnd {
  readonly settled: boolean;
  /** Nothing more happens: completed, refunded, never created, or no longer watched. */
  readonly final: boolean;
}

/** The one rule for when an order is settled or final. An order in review is neither. */
export function orderEnd({ order: { status, inReview }, trades }: WatchedOrder): OrderEnd {
  const final = !inReview && (isDone(status) || trades.every(isUnmade) || trades.every(isClosed));
  return { settled: final || (!inReview && isSettledStatus(status)), final };
}

const UNMADE: readonly CreateOutcome[] = ['refused', 'never_created', 'not_sent'];

const isUnmade = ({ status, outcome }: WatchedTrade): boolean => isSettledStatus(status) && UNMADE.includes(outcome);

/** No longer polled, and not being created. */
const isClosed = ({ status, outcome, nextQueryAt }: WatchedTrade): boolean =>
  nextQueryAt === null && (status !== 'CREATING' || outcome === 'unknown');
