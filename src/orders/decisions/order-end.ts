import { isCompletedOrRefunded, isPaid, isSettledStatus } from '../model/order-status.js';
import type { CreateOutcome, TradeStatus } from '../model/order-status.js';
import type { OrderState, TradeRow } from '../model/order.types.js';
import { mayHavePage } from './existence.js';
import { DAY } from '../../platform/time/time.js';

interface EndingTrade extends Pick<TradeRow, 'status' | 'outcome' | 'sends'> {
  /** Only null counts; lists carry the times as text. */
  readonly payUrlAt: Date | string | null;
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
  const isDone = isCompletedOrRefunded(status);
  const isOver = (trade: EndingTrade): boolean =>
    isUnmade(trade) || isClosed(trade) || (isDone && !mayBePaidYet(trade));
  const final = !inReview && trades.every(isOver);
  return { settled: !inReview && (final || isSettledStatus(status)), final };
}

const UNMADE: readonly CreateOutcome[] = ['refused', 'never_created', 'not_sent'];

const isUnmade = ({ status, outcome }: EndingTrade): boolean => isSettledStatus(status) && UNMADE.includes(outcome);

/** No longer polled, and not being created. */
const isClosed = ({ status, outcome, nextQueryAt }: EndingTrade): boolean =>
  nextQueryAt === null && (status !== 'CREATING' || outcome === 'unknown');

/** Beside a completed trade: a customer may still pay on its page, or has paid. */
const mayBePaidYet = (trade: EndingTrade): boolean =>
  !isCompletedOrRefunded(trade.status) && (trade.outcome === 'in_flight' || isPaid(trade.status) || mayHavePage(trade));

/** How long a secret that staff issues is valid, whatever becomes of its order. */
export const ISSUED_SECRET_MS = 30 * DAY;

export const NO_SECRET = { secretSalt: null, secretUntil: null };

/**
 * null: no secret is valid. A checkout's ends `ttlMs` after its order became final, and a final order's last change is
 * its end.
 */
export function saltInForce(
  { order, trades, now }: Pick<OrderState, 'order' | 'trades' | 'now'>,
  ttlMs: number,
): Buffer | null {
  const { secretSalt, secretUntil } = order;
  if (secretUntil !== null) return secretUntil > now ? secretSalt : null;
  const isOver = orderEnd({ order, trades }).final && now.getTime() - order.updatedAt.getTime() >= ttlMs;
  return isOver ? null : secretSalt;
}
