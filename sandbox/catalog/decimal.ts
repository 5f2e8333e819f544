import { Decimal } from 'decimal.js';

/** Decimal arithmetic for amounts, from text to text, never floating-point. */
export const Amount = Decimal.clone({ precision: 60, toExpNeg: -60, toExpPos: 60 });
export type Amount = Decimal;

/** Exactly `decimals` decimals, as for fiat amounts. */
export function fixed(amount: Amount, decimals: number): string {
  return amount.toFixed(decimals, Decimal.ROUND_HALF_UP);
}

/** Rounded down to at most `decimals` decimals without trailing zeros, as for crypto quantities. */
export function quantity(amount: Amount, decimals: number): string {
  return amount.toDecimalPlaces(decimals, Decimal.ROUND_DOWN).toFixed();
}

/** Number of decimals: 2 for "10.50". */
export function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}
