import { refusals } from '../wire/refusal.js';
import { Amount, fixed } from './decimal.js';
import type { Fiat } from './fiats.js';
import type { Pair } from './pairs.js';

export interface Limits {
  readonly min: string;
  readonly max: string;
}

/** Limits of a purchase in the fiat's precision, without trailing zeros. */
export function purchaseLimits(pair: Pair, fiat: Fiat): Limits {
  const inFiat = (usd: string): string =>
    new Amount(fixed(new Amount(usd).times(fiat.perUsd), fiat.decimals)).toFixed();
  return { min: inFiat(pair.minUsd), max: inFiat(pair.maxUsd) };
}

/** Limits of a sale in crypto. */
export function sellLimits(pair: Pair): Limits {
  return { min: pair.minSell ?? '0', max: pair.maxSell ?? '0' };
}

/** Refuses with 3102 outside the limits; both ends are allowed. */
export function checkRange(amount: string, { min, max }: Limits): void {
  const value = new Amount(amount);
  if (value.lessThan(min) || value.greaterThan(max)) throw refusals.range(min, max);
}
