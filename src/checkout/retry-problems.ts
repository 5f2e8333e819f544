import { Problem, PROBLEM_TEXTS, wrongField } from '../platform/problems/problem.js';

export function notRetryable(): Problem {
  return new Problem('order_not_retryable', PROBLEM_TEXTS.notRetryable);
}

/** An older trade may be paid, or the current one may differ from the terms: a new trade could be paid twice. */
export function inReview(): Problem {
  return new Problem('order_in_review', PROBLEM_TEXTS.inReview);
}

export function tooManyTrades(): Problem {
  return new Problem('order_not_retryable', PROBLEM_TEXTS.tooManyTrades);
}

/** Access tokens are per customer, and a retry cannot name one: only a checkout can. */
export function customerUnknown(): Problem {
  return new Problem('order_not_retryable', PROBLEM_TEXTS.customerUnknown);
}

export function unknownTrade(): Problem {
  return wrongField('after', 'must be the number of a trade of this order');
}
