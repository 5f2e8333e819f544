import type { CryptoPair, Side } from '../../ramp/port/ramp.types.js';
import { sameTerm } from '../../platform/terms/terms.js';
import { compareDecimals } from '../../platform/terms/decimal.js';

export interface Wish {
  readonly side: Side;
  readonly crypto: string;
  readonly network: string;
  /** BUY: fiat; SELL: crypto. A plain decimal. */
  readonly amount: string;
}

export type LimitsVerdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'crypto_not_available' }
  | { readonly kind: 'amount_out_of_range'; readonly min: string | null; readonly max: string | null };

/** The pair with exactly these names, else with equal ones: a provider may list two names of one network. */
export function findPair(pairs: readonly CryptoPair[], wish: Pick<Wish, 'crypto' | 'network'>): CryptoPair | undefined {
  const exact = pairs.find(({ crypto, network }) => crypto === wish.crypto && network === wish.network);
  const isSame = ({ crypto, network }: CryptoPair): boolean =>
    sameTerm('crypto', crypto, wish.crypto) && sameTerm('network', network, wish.network);
  return exact ?? pairs.find(isSame);
}

/** Bounds are inclusive; null: no bound. */
export function checkLimits(pairs: readonly CryptoPair[], wish: Wish): LimitsVerdict {
  const pair = findPair(pairs, wish);
  if (pair === undefined || !isEnabled(pair, wish.side)) return { kind: 'crypto_not_available' };
  const [min, max] =
    wish.side === 'BUY' ? [pair.minBuyAmount, pair.maxBuyAmount] : [pair.minSellAmount, pair.maxSellAmount];
  const tooLittle = min !== null && compareDecimals(wish.amount, min) < 0;
  const tooMuch = max !== null && compareDecimals(wish.amount, max) > 0;
  return tooLittle || tooMuch ? { kind: 'amount_out_of_range', min, max } : { kind: 'ok' };
}

export function isEnabled(pair: CryptoPair, side: Side): boolean {
  return side === 'BUY' ? pair.buyEnabled : pair.sellEnabled;
}
