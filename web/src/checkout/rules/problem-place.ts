import { ProblemError } from '#client/src/index.js';
import type { Problem, Quote } from '#client/src/index.js';
import type { Limits } from './limits.js';

/** Where on the page a problem is said, and what is known of it. */
export type ProblemPlace =
  | { readonly field: 'amount'; readonly what: 'range'; readonly limits: Limits }
  | { readonly field: 'amount'; readonly what: 'precision' | 'refused' }
  | { readonly field: 'coin'; readonly what: 'not_available' }
  | { readonly field: 'country' | 'method'; readonly what: 'refused' }
  | { readonly field: 'address'; readonly what: 'invalid' | 'at_risk' }
  | { readonly field: 'memo'; readonly what: 'required' | 'refused' }
  | { readonly field: 'price'; readonly what: 'moved'; readonly quote: Quote | null }
  /** Nothing that was entered is wrong. */
  | { readonly field: 'page'; readonly what: 'closed' | 'link_used' | 'link_over' | 'other' };

const OTHER: ProblemPlace = { field: 'page', what: 'other' };

/** Each code's place, by the fields of a checkout and of a question for prices. */
export function problemPlace(problem: Problem): ProblemPlace {
  switch (problem.code) {
    case 'amount_out_of_range':
      return { field: 'amount', what: 'range', limits: { min: problem.min, max: problem.max } };
    case 'amount_precision':
      return { field: 'amount', what: 'precision' };
    case 'crypto_not_available':
      return { field: 'coin', what: 'not_available' };
    case 'pay_way_not_available':
      return { field: 'method', what: 'refused' };
    case 'address_invalid':
      return { field: 'address', what: 'invalid' };
    case 'address_at_risk':
      return { field: 'address', what: 'at_risk' };
    case 'memo_required':
      return { field: 'memo', what: 'required' };
    case 'quote_moved':
      return { field: 'price', what: 'moved', quote: problem.quote };
    // A challenge is a matter for this page only where it has no widget to show.
    case 'unauthenticated':
    case 'forbidden':
    case 'challenge_required':
      return { field: 'page', what: 'closed' };
    case 'invalid_request':
      return problem.errors.map(({ field }) => placeOfField(field)).find((place) => place !== null) ?? OTHER;
    // Only a link brings a number with it.
    case 'merchant_order_no_conflict':
      return { field: 'page', what: 'link_used' };
    case 'order_not_retryable':
    case 'order_in_review':
    case 'redirect_not_allowed':
    case 'rate_limited':
    case 'order_not_ended':
    case 'key_not_rotatable':
    case 'kept_by_settings':
    case 'unavailable':
    case 'ramp_unavailable':
    case 'ramp_configuration':
    case 'ramp_refused':
    case 'ramp_protocol':
    case 'not_found':
    case 'method_not_allowed':
    case 'request_timeout':
    case 'cursor_expired':
    case 'payload_too_large':
    case 'uri_too_long':
    case 'headers_too_large':
    case 'unsupported_media_type':
    case 'internal':
    case 'unrecognised':
      return OTHER;
  }
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

/** A list that is refused like this is not to be had in its currency, and may well be in another one. */
export function isAboutFiat(error: unknown): boolean {
  return error instanceof ProblemError && NOT_IN_THIS_FIAT.includes(error.code);
}
