import type { TradeRow } from '../order.types.js';

/**
 * Has the provider ever shown that it has this trade? Of a purchase its number is proof; a sale may have been registered
 * with a number that the provider does not know.
 */
export function isKnownToExist({ side, orderNo, outcome }: Pick<TradeRow, 'side' | 'orderNo' | 'outcome'>): boolean {
  return side === 'SELL' ? outcome === 'created' : orderNo !== null;
}
