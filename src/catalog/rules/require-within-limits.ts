import { outOfRange } from '../../ramp/port/ramp-problem.js';
import type { CryptoPair } from '../../ramp/port/ramp.types.js';
import { fieldProblem, PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import { checkLimits, findPair } from './limits.js';
import type { Wish } from './limits.js';

/**
 * The pair in the words of the provider's list. Throws the problem of a pair that is not enabled for the side, or of an
 * amount out of its range; `unit`: what it counts.
 */
export function requireWithinLimits(
  pairs: readonly CryptoPair[] | null,
  wish: Wish,
  unit: string,
): Pick<Wish, 'crypto' | 'network'> {
  // No list can be had: the provider decides.
  if (pairs === null) return wish;
  const verdict = checkLimits(pairs, wish);
  if (verdict.kind === 'crypto_not_available') {
    throw fieldProblem('crypto_not_available', 'crypto', PROBLEM_TEXTS.cryptoNotAvailable);
  }
  if (verdict.kind === 'amount_out_of_range') throw outOfRange(verdict, unit);
  return findPair(pairs, wish) ?? wish;
}
