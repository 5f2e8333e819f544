import { outOfRange } from '../../ramp/port/ramp-problem.js';
import type { CryptoPair } from '../../ramp/port/ramp.types.js';
import { fieldProblem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { checkLimits, findPair } from './limits.js';
import type { Wish } from './limits.js';

/**
 * The pair as the provider's list spells it. Throws if the pair is not enabled for the side or the amount is out of range;
 * `unit`: the unit of the amount.
 */
export function requireWithinLimits(
  pairs: readonly CryptoPair[] | null,
  terms: Wish,
  unit: string,
): Pick<Wish, 'crypto' | 'network'> {
  // Without a list the provider decides.
  if (pairs === null) return terms;
  const verdict = checkLimits(pairs, terms);
  if (verdict.kind === 'crypto_not_available') {
    throw fieldProblem('crypto_not_available', 'crypto', PROBLEM_TEXTS.cryptoNotAvailable);
  }
  if (verdict.kind === 'amount_out_of_range') throw outOfRange(verdict, unit);
  return findPair(pairs, terms) ?? terms;
}
