import { isDecimal, percentChange } from '../../platform/terms/decimal.js';
import type { ObservedMismatch, ShownPrice, TradeRow } from '../model/order.types.js';

export function shownPrice({ shownQuantity, tolerancePercent }: TradeRow): ShownPrice | null {
  if (shownQuantity === null || tolerancePercent === null) return null;
  return { cryptoQuantity: shownQuantity, tolerancePercent };
}

export function shownColumns(shown: ShownPrice | null): Pick<TradeRow, 'shownQuantity' | 'tolerancePercent'> {
  return { shownQuantity: shown?.cryptoQuantity ?? null, tolerancePercent: shown?.tolerancePercent ?? null };
}

const DIGITS = 6;

/** If one of these differs from the terms, the quantity says nothing about slippage. */
const PRICED = new Set(['side', 'fiat', 'amount', 'crypto', 'network']);

/**
 * Realised slippage in per cent, negative: less crypto than shown. `differing`: fields that differ from the terms.
 * null: no price was shown, not completed, or no quantity in the record.
 */
export function realisedSlippage(after: TradeRow, differing: readonly ObservedMismatch[]): string | null {
  const { status, shownQuantity, slippagePercent, facts } = after;
  const { cryptoQuantity } = facts;
  const isComparable = status === 'COMPLETED' && !differing.some(({ field }) => PRICED.has(field));
  if (!isComparable || shownQuantity === null || cryptoQuantity === undefined) return slippagePercent;
  const isQuantity = isDecimal(cryptoQuantity) && !cryptoQuantity.startsWith('-');
  return isQuantity ? percentChange(shownQuantity, cryptoQuantity, DIGITS) : slippagePercent;
}
