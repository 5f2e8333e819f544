import { isDecimal, percentChange } from '../../platform/shared/decimal.js';
import type { ObservedMismatch, ShownPrice, TradeRow } from '../model/order.types.js';

/** The price that the customer of this trade was shown; null: the caller gave none. */
export function shownPrice({ shownQuantity, tolerancePercent }: TradeRow): ShownPrice | null {
  if (shownQuantity === null || tolerancePercent === null) return null;
  return { cryptoQuantity: shownQuantity, tolerancePercent };
}

/** The columns that hold it. */
export function shownColumns(shown: ShownPrice | null): Pick<TradeRow, 'shownQuantity' | 'tolerancePercent'> {
  return { shownQuantity: shown?.cryptoQuantity ?? null, tolerancePercent: shown?.tolerancePercent ?? null };
}

const DIGITS = 6;

/** Where one of these is another than asked for, another quantity is no matter of the price. */
const PRICED = new Set(['side', 'fiat', 'amount', 'crypto', 'network']);

/**
 * Realised slippage: by how many per cent the crypto that was received is more than what the customer was shown;
 * negative: less. null: no price was shown, the trade is not completed, or the record does not say how much was received.
 * A later record of a completed trade may correct it.
 *
 * `after`: the trade as it is believed to be after the answer; `differing`: what differs from what was asked for.
 */
export function realisedSlippage(after: TradeRow, differing: readonly ObservedMismatch[]): string | null {
  const { status, shownQuantity, slippagePercent, facts } = after;
  const { cryptoQuantity } = facts;
  const isComparable = status === 'COMPLETED' && !differing.some(({ field }) => PRICED.has(field));
  if (!isComparable || shownQuantity === null || cryptoQuantity === undefined) return slippagePercent;
  const isQuantity = isDecimal(cryptoQuantity) && !cryptoQuantity.startsWith('-');
  return isQuantity ? percentChange(shownQuantity, cryptoQuantity, DIGITS) : slippagePercent;
}
