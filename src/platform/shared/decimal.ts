import { Decimal } from 'decimal.js';

/**
 * Money is decimal text. This file is the only one that computes with it; no amount ever becomes a float.
 *
 * decimal.js rounds results to a precision of 20 by default; an amount may have 70 digits, and a product of two of them
 * twice as many.
 */
const Exact = Decimal.clone({ precision: 150, toExpNeg: -60, toExpPos: 60 });

export const NO_AMOUNT = 'must be a positive decimal string, such as "100.00"';
export const NO_PERCENT = 'must be a decimal string from 0 to 100, such as "1.5"';

const PLAIN = /^-?(?:0|[1-9]\d{0,39})(?:\.\d{1,30})?$/;

/** Plain decimal text such as `100.00`: no exponent, no plus sign, no leading zeros, at most 40 and 30 digits. */
export function isDecimal(text: string): boolean {
  return PLAIN.test(text);
}

/** A plain decimal above zero. */
export function isPositiveDecimal(text: string): boolean {
  return isDecimal(text) && new Exact(text).gt(0);
}

/** How many digits stand behind the decimal point: `100.50` has two. */
export function fractionDigits(text: string): number {
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
}

/** The text with exactly `digits` decimals; throws a RangeError when that would drop a digit. */
export function withFractionDigits(text: string, digits: number): string {
  if (fractionDigits(text) > digits) throw new RangeError(`more than ${digits} decimals`);
  return new Exact(text).toFixed(digits);
}

/** -1, 0 or 1 as `a` is less than, equal to or more than `b`; `1.50` equals `1.5`. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  return new Exact(a).comparedTo(b) as -1 | 0 | 1;
}

/**
 * By how many per cent `to` is more than `from`, which is not zero; negative: less. Rounded to `digits` decimals, without
 * zeros at the end.
 */
export function percentChange(from: string, to: string, digits: number): string {
  // decimal.js writes a negative zero without its sign.
  return new Exact(to).minus(from).mul(100).div(from).toDecimalPlaces(digits).toFixed();
}

/** Is `value` at least `percent` per cent of `base`? Used for "at most so much less". */
export function isWithinPercentBelow(value: string, base: string, percent: string): boolean {
  const floor = new Exact(base).mul(new Exact(100).minus(percent)).div(100);
  return new Exact(value).gte(floor);
}
