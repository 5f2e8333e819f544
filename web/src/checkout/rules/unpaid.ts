import type { BuyOrder } from '#client/src/index.js';
import { webAddress } from '../../net/web-address.js';

/**
 * Is its payment waited for, so that a second purchase may be a mistake? Not while the order is in review, nor after a
 * failure that its own page offers to try again: there is more to say of these than a banner can.
 */
export function awaitsPayment({
  status,
  payUrl,
  inReview,
  retryable,
}: Pick<BuyOrder, 'status' | 'payUrl' | 'inReview' | 'retryable'>): boolean {
  return status === 'AWAITING_PAYMENT' && webAddress(payUrl) !== null && !inReview && !retryable;
}
