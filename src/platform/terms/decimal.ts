/** Where the provider differs from ISO 4217. */
export type FiatDecimals = Readonly<Record<string, number>>;

export const NO_AMOUNT = 'must be a positive decimal string, such as "100.00"';
export const NO_PERCENT = 'must be a decimal string from 0 to 100, such as "1.5"';

const PLAIN = /^-?(?:0|[1-9]\d{0,39})(?:\.\d{1,30})?$/;

/** Like `100.00`: no exponent, plus sign or leading zeros; at most 40 integer and 30 fraction digits. */
export function isDecimal(text: string): boolean {
  return PLAIN.test(text);
}

export function isPositiveDecimal(text: string): boolean {
  return isDecimal(text) && units(text, fractionDigits(text)) > 0n;
}

/** The number of decimals: `100.50` has two. */
export function fractionDigits(text: string): number {
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
}

/** Pads to exactly `digits` decimals; throws a RangeError if that would drop a digit. */
export function withFractionDigits(text: string, digits: number): string {
  if (fractionDigits(text) > digits) throw new RangeError(`more than ${digits} decimals`);
  return written(units(text, digits), digits);
}

/** With at most `digits` decimals, away from zero or towards it. */
export function roundedTo(text: string, digits: number, way: 'up' | 'down'): string {
  return withoutZeros(sumOfDecimals([text], digits, way));
}

/** `1.50` equals `1.5`. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const digits = mostDigits([a, b]);
  const difference = units(a, digits) - units(b, digits);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/** The sum with exactly `digits` decimals, rounded away from zero or towards it. */
export function sumOfDecimals(amounts: readonly string[], digits: number, rounding: 'up' | 'down'): string {
  const own = Math.max(digits, mostDigits(amounts));
  const sum = amounts.reduce((total, amount) => total + units(amount, own), 0n);
  return written(quotient(sum, power(own - digits), rounding), digits);
}

/** The change in per cent, rounded to `digits` decimals, without trailing zeros; `from` is not zero. */
export function percentChange(from: string, to: string, digits: number): string {
  const own = mostDigits([from, to]);
  const before = units(from, own);
  const change = (units(to, own) - before) * power(digits + 2);
  return withoutZeros(written(quotient(change, before, 'half'), digits));
}

export function isWithinPercentBelow(value: string, base: string, percent: string): boolean {
  const own = mostDigits([value, base]);
  const whole = power(fractionDigits(percent) + 2);
  return units(value, own) * whole >= units(base, own) * (whole - units(percent, fractionDigits(percent)));
}

const power = (digits: number): bigint => 10n ** BigInt(digits);
const mostDigits = (amounts: readonly string[]): number => Math.max(0, ...amounts.map(fractionDigits));

/** The amount in units of the last of `digits` decimals, which are enough for it. */
function units(text: string, digits: number): bigint {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new RangeError('no decimal');
  return BigInt(text.replace('.', '')) * power(digits - fractionDigits(text));
}

function written(value: bigint, digits: number): string {
  const text = String(value < 0n ? -value : value).padStart(digits + 1, '0');
  const whole = text.length - digits;
  return `${value < 0n ? '-' : ''}${text.slice(0, whole)}${digits === 0 ? '' : '.'}${text.slice(whole)}`;
}

/** Rounded away from zero, towards it, or to the nearest. */
function quotient(value: bigint, divisor: bigint, way: 'up' | 'down' | 'half'): bigint {
  const towardsZero = value / divisor;
  const rest = value % divisor;
  const isUp = way === 'half' ? 2n * absolute(rest) >= absolute(divisor) : way === 'up' && rest !== 0n;
  if (!isUp) return towardsZero;
  return towardsZero + (value < 0n === divisor < 0n ? 1n : -1n);
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
