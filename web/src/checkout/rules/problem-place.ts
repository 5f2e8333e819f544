import { ProblemError } from '#client/src/index.js';
import type { Problem, Quote } from '#client/src/index.js';
import type { Limits } from './limits.js';

/** Where on the page a problem is shown, with its details. */
export type ProblemPlace =
  | { readonly field: 'amount'; readonly what: 'range'; readonly limits: Limits }
  | { readonly field: 'amount'; readonly what: 'precision' | 'refused' }
  | { readonly field: 'coin'; readonly what: 'not_available' }
  | { readonly field: 'country' | 'method'; readonly what: 'refused' }
  | { readonly field: 'address'; readonly what: 'invalid' | 'at_risk' }
  | { readonly field: 'memo'; readonly what: 'required' | 'refused' }
  | { readonly field: 'price'; readonly what: 'moved'; readonly quote: Quote | null }
  | { readonly field: 'page'; readonly what: 'closed' | 'link_used' | 'link_over' | 'other' };

const OTHER: ProblemPlace = { field: 'page', what: 'other' };

/** By the fields of a checkout and of a quote. Any other problem concerns the whole page. */
const PLACES: Readonly<Partial<Record<Problem['code'], ProblemPlace>>> = {
  amount_precision: { field: 'amount', what: 'precision' },
  crypto_not_available: { field: 'coin', what: 'not_available' },
  pay_way_not_available: { field: 'method', what: 'refused' },
  address_invalid: { field: 'address', what: 'invalid' },
  address_at_risk: { field: 'address', what: 'at_risk' },
  memo_required: { field: 'memo', what: 'required' },
  unauthenticated: { field: 'page', what: 'closed' },
  forbidden: { field: 'page', what: 'closed' },
  // The page handles challenges, except where it has no widget for them.
  challenge_required: { field: 'page', what: 'closed' },
  // Only links carry an order number.
  merchant_order_no_conflict: { field: 'page', what: 'link_used' },
};

export function problemPlace(problem: Problem): ProblemPlace {
  if (problem.code === 'amount_out_of_range') {
    return { field: 'amount', what: 'range', limits: { min: problem.min, max: problem.max } };
  }
  if (problem.code === 'quote_moved') return { field: 'price', what: 'moved', quote: problem.quote };
  const [place] =
    problem.code === 'invalid_request' ? problem.errors.flatMap(({ field }) => placeOfField(field) ?? []) : [];
  return place ?? PLACES[problem.code] ?? OTHER;
}

function placeOfField(field: string): ProblemPlace | null {
  switch (field) {
    case 'amount':
    case 'fiat':
      return { field: 'amount', what: 'refused' };
    case 'crypto':
    case 'network':
      return { field: 'coin', what: 'not_available' };
    case 'country':
      return { field: 'country', what: 'refused' };
    case 'payWayCode':
      return { field: 'method', what: 'refused' };
    case 'address':
      return { field: 'address', what: 'invalid' };
    case 'memo':
      return { field: 'memo', what: 'refused' };
    case 'link':
      return { field: 'page', what: 'link_over' };
    default:
      return null;
  }
}

const NOT_IN_THIS_FIAT: readonly Problem['code'][] = ['ramp_configuration', 'crypto_not_available', 'invalid_request'];

/** Such a refused list may still be available in another currency. */
export function isAboutFiat(error: unknown): boolean {
  return error instanceof ProblemError && NOT_IN_THIS_FIAT.includes(error.code);
}
