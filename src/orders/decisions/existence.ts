import type { TradeRow } from '../model/order.types.js';

/** What was never sent the provider cannot know, and what is on its way has a driver who waits for it. */
export function mayBeKnown({ outcome }: Pick<TradeRow, 'outcome'>): boolean {
  return outcome !== 'not_sent' && outcome !== 'in_flight';
}

/**
 * Nobody knows for good that it will not be paid: it may exist, for it was not refused in words that we know, and the
 * watch over it is not closed for good.
 */
export function mayStillBePaid(trade: Pick<TradeRow, 'outcome' | 'refusal' | 'nextQueryAt'>): boolean {
  const isRefused = trade.outcome === 'refused' && trade.refusal?.problem !== 'ramp_refused';
  return mayBeKnown(trade) && !isRefused && trade.nextQueryAt !== null;
}

/**
 * Has the provider ever shown that it has this trade? Of a purchase its number is proof; a sale may have been registered
 * with a number that the provider does not know.
 */
export function isKnownToExist({ side, orderNo, outcome }: Pick<TradeRow, 'side' | 'orderNo' | 'outcome'>): boolean {
  return side === 'SELL' ? outcome === 'created' : orderNo !== null;
}
