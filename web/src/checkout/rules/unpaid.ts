import type { BuyOrder } from '#client/src/index.js';
import { webAddress } from '../../net/web-address.js';

/**
 * Is the order awaiting payment, so that a second purchase may be a mistake? Not in review, nor after a failure that
 * its own page offers to retry: a banner is too short for these.
 */
export function awaitsPayment({
  status,
  payUrl,
  inReview,
  retryable,
}: Pick<BuyOrder, 'status' | 'payUrl' | 'inReview' | 'retryable'>): boolean {
  return status === 'AWAITING_PAYMENT' && webAddress(payUrl) !== null && !inReview && !retryable;
}
