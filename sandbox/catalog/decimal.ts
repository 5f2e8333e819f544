import { Decimal } from 'decimal.js';

/** Decimal maths for amounts. Text in, text out: no amount ever becomes a floating-point number. */
export const Amount = Decimal.clone({ precision: 60, toExpNeg: -60, toExpPos: 60 });
export type Amount = Decimal;

/** With exactly so many decimals, as fiat amounts are written. */
export function fixed(amount: Amount, decimals: number): string {
  return amount.toFixed(decimals, Decimal.ROUND_HALF_UP);
}

/** Rounded down to at most so many decimals, without zeros at the end, as crypto quantities are written. */
export function quantity(amount: Amount, decimals: number): string {
  return amount.toDecimalPlaces(decimals, Decimal.ROUND_DOWN).toFixed();
}

/** How many digits stand after the decimal point: 2 for "10.50". */
export function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}
