import {
  compareDecimals,
  fractionDigits,
  isDecimal,
  roundedTo,
  withFractionDigits,
} from '#src/platform/terms/decimal.js';
import type { ReadAmount } from './amount-text.js';

/** Limits of a purchase in fiat, inclusive; null: none, or unknown. */
export interface Limits {
  readonly min: string | null;
  readonly max: string | null;
}

export const NO_LIMITS: Limits = { min: null, max: null };

export type AmountVerdict =
  /** With exactly the currency's decimals. */
  | { readonly kind: 'ok'; readonly amount: string }
  | { readonly kind: 'too_precise' }
  | { readonly kind: 'too_little'; readonly min: string }
  | { readonly kind: 'too_much'; readonly max: string }
  | { readonly kind: 'zero' }
  | Exclude<ReadAmount, { kind: 'amount' }>;

/** Is the amount allowed? `digits`: the currency's number of decimals. */
export function judgeAmount(read: ReadAmount, digits: number, { min, max }: Limits): AmountVerdict {
  if (read.kind !== 'amount') return read;
  // Trailing zeros are no extra precision.
  const amount = read.amount.includes('.') ? withoutZeros(read.amount, digits) : read.amount;
  if (!isDecimal(amount)) return { kind: 'unreadable' };
  if (fractionDigits(amount) > digits) return { kind: 'too_precise' };
  if (compareDecimals(amount, '0') === 0) return { kind: 'zero' };
  if (min !== null && compareDecimals(amount, min) < 0) return { kind: 'too_little', min };
  if (max !== null && compareDecimals(amount, max) > 0) return { kind: 'too_much', max };
  return { kind: 'ok', amount: withFractionDigits(amount, digits) };
}

/** The intersection: several sources may limit a purchase, and the tightest bound applies. */
export function tightest(a: Limits, b: Limits): Limits {
  return { min: pick(a.min, b.min, 1), max: pick(a.max, b.max, -1) };
}

/**
 * A round initial amount: `1`, `2` or `5` and zeros, at least five times the minimum; null: the limits leave no room
 * for one, or are unknown.
 */
export function suggestedAmount({ min, max }: Limits): string | null {
  if (min === null || !isDecimal(min)) return null;
  for (let zeros = '0'; zeros.length < 20; zeros += '0') {
    for (const digit of ['1', '2', '5']) {
      const amount = digit + zeros;
      if (max !== null && compareDecimals(amount, max) > 0) return null;
      if (compareDecimals(fifth(amount), min) >= 0) return amount;
    }
  }
  return null;
}

/** A fifth is a tenth, doubled; the amount is one digit and zeros. */
function fifth(amount: string): string {
  const tens = amount.slice(0, -1);
  const doubled = { '1': '2', '2': '4', '5': '10' }[tens[0] ?? ''] ?? '0';
  return doubled + tens.slice(1);
}

/**
 * The allowed amount that is nearest to one out of range, with the currency's decimals; null: it is within, or the
 * limits leave no room.
 */
export function nearestLimit({ kind }: AmountVerdict, { min, max }: Limits, digits: number): string | null {
  const limit = kind === 'too_little' ? min : kind === 'too_much' ? max : null;
  if (limit === null || !isDecimal(limit)) return null;
  const nearest = roundedTo(limit, digits, kind === 'too_little' ? 'up' : 'down');
  const verdict = judgeAmount({ kind: 'amount', amount: nearest }, digits, { min, max });
  return verdict.kind === 'ok' ? nearest : null;
}

function pick(a: string | null, b: string | null, sign: 1 | -1): string | null {
  if (a === null || b === null) return a ?? b;
  return compareDecimals(a, b) === sign ? a : b;
}

function withoutZeros(amount: string, digits: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const needed = fraction.replace(/0+$/, '');
  const kept = needed.length > digits ? fraction : fraction.slice(0, digits);
  return kept === '' ? whole : `${whole}.${kept}`;
}
