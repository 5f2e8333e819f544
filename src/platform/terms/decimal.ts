import { Decimal } from 'decimal.js';

/** Where the provider differs from ISO 4217. */
export type FiatDecimals = Readonly<Record<string, number>>;

/** Money is decimal text; only this file computes with it. An amount may have 70 digits, a product twice as many. */
const Exact = Decimal.clone({ precision: 150, toExpNeg: -60, toExpPos: 60 });

export const NO_AMOUNT = 'must be a positive decimal string, such as "100.00"';
export const NO_PERCENT = 'must be a decimal string from 0 to 100, such as "1.5"';

const PLAIN = /^-?(?:0|[1-9]\d{0,39})(?:\.\d{1,30})?$/;

/** Like `100.00`: no exponent, plus sign or leading zeros; at most 40 integer and 30 fraction digits. */
export function isDecimal(text: string): boolean {
  return PLAIN.test(text);
}

export function isPositiveDecimal(text: string): boolean {
  return isDecimal(text) && new Exact(text).gt(0);
}

/** The number of decimals: `100.50` has two. */
export function fractionDigits(text: string): number {
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
}

/** Pads to exactly `digits` decimals; throws a RangeError if that would drop a digit. */
export function withFractionDigits(text: string, digits: number): string {
  if (fractionDigits(text) > digits) throw new RangeError(`more than ${digits} decimals`);
  return new Exact(text).toFixed(digits);
}

/** With at most `digits` decimals, away from zero or towards it. */
export function roundedTo(text: string, digits: number, way: 'up' | 'down'): string {
  const rounding = way === 'up' ? Exact.ROUND_UP : Exact.ROUND_DOWN;
  return new Exact(text).toDecimalPlaces(digits, rounding).toFixed();
}

/** `1.50` equals `1.5`. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  return new Exact(a).comparedTo(b) as -1 | 0 | 1;
}

/** The sum with exactly `digits` decimals, rounded away from zero or towards it. */
export function sumOfDecimals(amounts: readonly string[], digits: number, rounding: 'up' | 'down'): string {
  const sum = amounts.reduce((total, amount) => total.plus(amount), new Exact(0));
  return sum.toFixed(digits, rounding === 'up' ? Decimal.ROUND_UP : Decimal.ROUND_DOWN);
}

/** The change in per cent, rounded to `digits` decimals, without trailing zeros; `from` is not zero. */
export function percentChange(from: string, to: string, digits: number): string {
  // decimal.js prints negative zero without its sign.
  return new Exact(to).minus(from).mul(100).div(from).toDecimalPlaces(digits).toFixed();
}

export function isWithinPercentBelow(value: string, base: string, percent: string): boolean {
  const floor = new Exact(base).mul(new Exact(100).minus(percent)).div(100);
  return new Exact(value).gte(floor);
}
