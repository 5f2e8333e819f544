import { sell } from './scenario.js';
import type { Scenario, Step } from './scenario.js';

/** One code after the other, each after a query returned the previous one. */
function codes(...words: readonly string[]): readonly Step[] {
  return words.map((to) => ({ to, onceTold: true }));
}

/** Courses of a SELL order, which starts with code 1. */
export const SALES: readonly Scenario[] = [
  sell('sell-created', { status: 'AWAITING_CRYPTO' }, { what: 'code 1: nobody sends the crypto' }),
  sell('sell-received', { status: 'CRYPTO_RECEIVED' }, { what: 'codes 1, 2: the crypto has come', steps: codes('2') }),
  sell(
    'sell-payout',
    { status: 'PAYOUT_STARTED' },
    {
      what: 'codes 1, 2, 3: the payout is on its way',
      steps: codes('2', '3'),
    },
  ),
  sell('sell-done', { status: 'COMPLETED' }, { what: 'codes 1, 2, 3, 4: paid out', steps: codes('2', '3', '4') }),
  sell(
    'sell-failed',
    { status: 'PAYOUT_FAILED' },
    {
      what: 'codes 1, 2, 3, 5: the payout has failed',
      steps: codes('2', '3', '5'),
    },
  ),
  sell(
    'sell-refunded',
    { status: 'REFUNDED' },
    {
      what: 'codes 1, 2, 3, 5, 6: failed, then refunded',
      steps: codes('2', '3', '5', '6'),
    },
  ),
  sell('sell-expired', { status: 'EXPIRED' }, { what: 'codes 1, 7: nobody has sent the crypto', steps: codes('7') }),
  sell(
    'sell-unknown',
    { status: 'CRYPTO_RECEIVED', inReview: true },
    {
      what: 'codes 1, 2, 9: a code that the contract does not have',
      steps: codes('2', '9'),
    },
  ),
  sell('sell-never-found', { status: 'REGISTERED' }, { what: 'queries never know of it', hidden: true }),
];
