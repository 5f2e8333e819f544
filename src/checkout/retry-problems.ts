import { Problem } from '../platform/shared/problem.js';

const RETRY_AFTER_S = 5;

/** The order is not over, or one of its trades is paid. */
export function notRetryable(): Problem {
  return new Problem('order_not_retryable', 'This order is not over, or it is paid: there is nothing to try again.');
}

/** Nobody knows whether an older trade is paid, or the newest may not be what was asked for: a new one could be paid twice. */
export function inReview(): Problem {
  return new Problem('order_in_review', 'It is being found out whether this order is paid: please come back later.');
}

/** The order has as many trades as one may have. */
export function tooManyTrades(): Problem {
  return new Problem('order_not_retryable', 'This order was tried as often as it may be: please make a new one.');
}

/** The provider gives access by customer, and a retry names none: only a checkout does. */
export function customerUnknown(): Problem {
  return new Problem(
    'order_not_retryable',
    'Nobody has said who the customer of this order is: please make a new one.',
  );
}

/** Without the provider's word on the older trades a new one could be paid twice. */
export function notAnswered(merchantOrderNo: string): Problem {
  return new Problem('ramp_unavailable', 'The payment provider does not answer at the moment. Please try again.', {
    retryAfter: RETRY_AFTER_S,
    members: { merchantOrderNo },
  });
}

export function unknownTrade(): Problem {
  const errors = [{ field: 'after', message: 'must be the number of a trade of this order' }];
  return new Problem('invalid_request', 'Please correct: after.', { errors });
}
