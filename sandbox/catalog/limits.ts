import { refusals } from '../wire/refusal.js';
import { Amount, fixed } from './decimal.js';
import type { Fiat } from './fiats.js';
import type { Pair } from './pairs.js';

export interface Limits {
  readonly min: string;
  readonly max: string;
}

/** What one purchase may cost: in the fiat, in its precision, without zeros at the end. */
export function purchaseLimits(pair: Pair, fiat: Fiat): Limits {
  const inFiat = (usd: string): string =>
    new Amount(fixed(new Amount(usd).times(fiat.perUsd), fiat.decimals)).toFixed();
  return { min: inFiat(pair.minUsd), max: inFiat(pair.maxUsd) };
}

/** How much of the crypto may be sold at once. */
export function sellLimits(pair: Pair): Limits {
  return { min: pair.minSell ?? '0', max: pair.maxSell ?? '0' };
}

/** Both ends are allowed; anything outside is refused with 3102. */
export function checkRange(amount: string, { min, max }: Limits): void {
  const value = new Amount(amount);
  if (value.lessThan(min) || value.greaterThan(max)) throw refusals.range(min, max);
}
