import type { TradeRow } from '../model/order.types.js';

/** What was never sent the provider cannot know, and what is on its way has a driver who waits for it. */
export function mayBeKnown({ outcome }: Pick<TradeRow, 'outcome'>): boolean {
  return outcome !== 'not_sent' && outcome !== 'in_flight';
}

/**
 * True if a customer may have the trade's page. `payUrlAt` stays when the `payUrl` is deleted by its age. A trade that the
 * provider had before its first send is older than a restore: its page may have been handed out before that.
 */
export function mayHavePage({ payUrlAt, outcome, sends }: Pick<TradeRow, 'payUrlAt' | 'outcome' | 'sends'>): boolean {
  return payUrlAt !== null || (outcome === 'created' && sends === 0);
}

/** A customer may pay on its page: the watch over it is not closed for good. */
export const mayBePaid = (trade: TradeRow): boolean => mayHavePage(trade) && trade.nextQueryAt !== null;

/**
 * Has the provider ever shown that it has this trade? Of a purchase its number is proof; a sale may have been registered
 * with a number that the provider does not know.
 */
export function isKnownToExist({ side, orderNo, outcome }: Pick<TradeRow, 'side' | 'orderNo' | 'outcome'>): boolean {
  return side === 'SELL' ? outcome === 'created' : orderNo !== null;
}
