import type { OrderRow, TradeRow } from '../model/order.types.js';

/** What a process knows of the database since it last lost commits. */
export interface EpochDoubt {
  readonly doubted: boolean;
  /** Numbers of orders made until then are looked up for good. */
  readonly doubtedUntil: Date;
  readonly beganAt: Date;
}

/**
 * Whether lost commits may have used the order's numbers. `isKnown`: an answer or a callback about one of them found no
 * row, or a setting says so of all. An order made before the doubt ended may have lost trades, however long ago. null: a new order.
 */
export function isInDoubt(
  order: Pick<OrderRow, 'createdAt'> | null,
  isKnown: boolean,
  epoch: EpochDoubt | null,
): boolean {
  if (isKnown) return true;
  return epoch !== null && (epoch.doubted || (order !== null && order.createdAt <= epoch.doubtedUntil));
}

/** Made before the epoch: commits about it may be lost. */
export function isOlderThan({ createdAt }: Pick<OrderRow, 'createdAt'>, epoch: EpochDoubt | null): boolean {
  return epoch !== null && createdAt <= epoch.beganAt;
}

/**
 * Whether a query must tell if lost commits have sent the trade: before it is first sent itself (`isNext`), or before a
 * next trade, while it is watched. An unsent one may have been sent; one of unknown outcome may have returned its page.
 */
export function mustLookUp(
  trade: Pick<TradeRow, 'outcome' | 'nextQueryAt' | 'createdAt'>,
  isNext: boolean,
  isDoubted: boolean,
  epoch: EpochDoubt | null,
): boolean {
  if (isNext) return isDoubted;
  if (trade.nextQueryAt === null) return false;
  return trade.outcome === 'not_sent' ? isDoubted : trade.outcome === 'unknown' && isOlderThan(trade, epoch);
}
