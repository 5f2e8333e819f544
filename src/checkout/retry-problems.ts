import { Problem, PROBLEM_TEXTS, wrongField } from '../platform/shared/problem.js';

/** The order is not over, or one of its trades is paid. */
export function notRetryable(): Problem {
  return new Problem('order_not_retryable', PROBLEM_TEXTS.notRetryable);
}

/** Nobody knows whether an older trade is paid, or the newest may not be what was asked for: a new one could be paid twice. */
export function inReview(): Problem {
  return new Problem('order_in_review', PROBLEM_TEXTS.inReview);
}

/** The order has as many trades as one may have. */
export function tooManyTrades(): Problem {
  return new Problem('order_not_retryable', PROBLEM_TEXTS.tooManyTrades);
}

/** The provider gives access by customer, and a retry names none: only a checkout does. */
export function customerUnknown(): Problem {
  return new Problem('order_not_retryable', PROBLEM_TEXTS.customerUnknown);
}

export function unknownTrade(): Problem {
  return wrongField('after', 'must be the number of a trade of this order');
}
