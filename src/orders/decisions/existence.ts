import type { TradeRow } from '../model/order.types.js';

/** False if the trade was never sent, or is in flight under a runner's lease. */
export function mayBeKnown({ outcome }: Pick<TradeRow, 'outcome'>): boolean {
  return outcome !== 'not_sent' && outcome !== 'in_flight';
}

/**
 * True if the payment page may have been returned. `payUrlAt` stays when an old `payUrl` is deleted. A trade found at the
 * provider before its first send is older than a restore, so its page may have been returned before that.
 */
export function mayHavePage({ payUrlAt, outcome, sends }: Pick<TradeRow, 'payUrlAt' | 'outcome' | 'sends'>): boolean {
  return payUrlAt !== null || (outcome === 'created' && sends === 0);
}

/** The page may be open at a customer, and the trade is still watched. */
export const mayBePaid = (trade: TradeRow): boolean => mayHavePage(trade) && trade.nextQueryAt !== null;

/**
 * Has the provider shown that it has this trade? A purchase's `orderNo` proves it; a sale may have been registered with a
 * wrong number.
 */
export function isKnownToExist({ side, orderNo, outcome }: Pick<TradeRow, 'side' | 'orderNo' | 'outcome'>): boolean {
  return side === 'SELL' ? outcome === 'created' : orderNo !== null;
}
