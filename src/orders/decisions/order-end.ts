import { isDone, isSettledStatus } from '../model/order-status.js';
import type { CreateOutcome, TradeStatus } from '../model/order-status.js';

interface WatchedTrade {
  readonly status: TradeStatus;
  readonly outcome: CreateOutcome;
  /** Only whether there is one counts: a list has it as text. */
  readonly nextQueryAt: Date | string | null;
}

interface WatchedOrder {
  readonly order: { readonly status: TradeStatus; readonly inReview: boolean };
  readonly trades: readonly WatchedTrade[];
}

interface OrderEnd {
  /** Nothing more is expected, though a late payment may still come. */
  readonly settled: boolean;
  /** Nothing more happens: it was completed, refunded or never made, or the watch over it is closed for good. */
  readonly final: boolean;
}

/** How far an order has come to its end, for all who show or follow one. In review nothing is at an end. */
export function orderEnd({ order: { status, inReview }, trades }: WatchedOrder): OrderEnd {
  const final = !inReview && (isDone(status) || trades.every(isUnmade) || trades.every(isClosed));
  return { settled: final || (!inReview && isSettledStatus(status)), final };
}

const UNMADE: readonly CreateOutcome[] = ['refused', 'never_created', 'not_sent'];

const isUnmade = ({ status, outcome }: WatchedTrade): boolean => isSettledStatus(status) && UNMADE.includes(outcome);

/** Nobody asks about it any more, nor is it being made. */
const isClosed = ({ status, outcome, nextQueryAt }: WatchedTrade): boolean =>
  nextQueryAt === null && (status !== 'CREATING' || outcome === 'unknown');
