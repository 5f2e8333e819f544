import { outOfRange } from '../../ramp/port/ramp-problem.js';
import type { CryptoPair } from '../../ramp/port/ramp.types.js';
import type { Side } from '../../ramp/port/trade-facts.js';
import { sameTerm } from '../../platform/terms/terms.js';
import { compareDecimals } from '../../platform/terms/decimal.js';
import { fieldProblem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';

type PairName = Pick<CryptoPair, 'crypto' | 'network'>;

/** The pair with exactly these names, else with equal ones: a provider may list two names of one network. */
export function findPair(pairs: readonly CryptoPair[], wanted: PairName): CryptoPair | undefined {
  const exact = pairs.find(({ crypto, network }) => crypto === wanted.crypto && network === wanted.network);
  const isSame = ({ crypto, network }: CryptoPair): boolean =>
    sameTerm('crypto', crypto, wanted.crypto) && sameTerm('network', network, wanted.network);
  return exact ?? pairs.find(isSame);
}

/** The pair as the provider's list spells it, with its token's contract. Throws if it is not enabled, or the amount is out of range. */
export function requireWithinLimits(
  pairs: readonly CryptoPair[] | null,
  terms: PairName & { readonly side: Side; readonly amount: string },
  unit: string,
): Pick<CryptoPair, 'crypto' | 'network' | 'address'> {
  // Without a list the provider decides.
  if (pairs === null) return { crypto: terms.crypto, network: terms.network, address: null };
  const pair = findPair(pairs, terms);
  if (pair === undefined || !isEnabled(pair, terms.side)) {
    throw fieldProblem('crypto_not_available', 'crypto', PROBLEM_TEXTS.cryptoNotAvailable);
  }
  const { minBuyAmount, maxBuyAmount, minSellAmount, maxSellAmount } = pair;
  const [min, max] = terms.side === 'BUY' ? [minBuyAmount, maxBuyAmount] : [minSellAmount, maxSellAmount];
  const isTooLittle = min !== null && compareDecimals(terms.amount, min) < 0;
  const isTooMuch = max !== null && compareDecimals(terms.amount, max) > 0;
  if (isTooLittle || isTooMuch) throw outOfRange({ min, max }, unit);
  return pair;
}

export function isEnabled(pair: CryptoPair, side: Side): boolean {
  return side === 'BUY' ? pair.buyEnabled : pair.sellEnabled;
}
