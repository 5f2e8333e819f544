import { isCompletedOrRefunded, isSettledStatus } from '../model/order-status.js';
import type { CreateOutcome, TradeStatus } from '../model/order-status.js';
import type { OrderState } from '../model/order.types.js';

interface EndingTrade {
  readonly status: TradeStatus;
  readonly outcome: CreateOutcome;
  /** Only null counts; lists carry the time as text. */
  readonly nextQueryAt: Date | string | null;
}

interface EndingOrder {
  readonly order: { readonly status: TradeStatus; readonly inReview: boolean };
  readonly trades: readonly EndingTrade[];
}

interface OrderEnd {
  readonly settled: boolean;
  readonly final: boolean;
}

/** The one rule for when an order is settled or final. An order in review is neither. */
export function orderEnd({ order: { status, inReview }, trades }: EndingOrder): OrderEnd {
  const final = !inReview && (isCompletedOrRefunded(status) || trades.every(isUnmade) || trades.every(isClosed));
  return { settled: final || (!inReview && isSettledStatus(status)), final };
}

const UNMADE: readonly CreateOutcome[] = ['refused', 'never_created', 'not_sent'];

const isUnmade = ({ status, outcome }: EndingTrade): boolean => isSettledStatus(status) && UNMADE.includes(outcome);

/** No longer polled, and not being created. */
const isClosed = ({ status, outcome, nextQueryAt }: EndingTrade): boolean =>
  nextQueryAt === null && (status !== 'CREATING' || outcome === 'unknown');

/** null: revoked by staff, or the order became final `ttlMs` ago. A final order's last change is its end. */
export function saltInForce(
  { order, trades, now }: Pick<OrderState, 'order' | 'trades' | 'now'>,
  ttlMs: number,
): Buffer | null {
  const isOver = orderEnd({ order, trades }).final && now.getTime() - order.updatedAt.getTime() >= ttlMs;
  return isOver ? null : order.secretSalt;
}
