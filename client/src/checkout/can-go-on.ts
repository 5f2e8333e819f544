import type { Order } from '../types.js';

/**
 * True once waiting brings nothing more: there is a `payUrl`, a payment, or an end.
 * While a trade is being created the status is `CREATING`, or `AWAITING_PAYMENT` without a `payUrl` (another trade
 * will replace it).
 */
export function canGoOn({ payUrl, status }: Pick<Order, 'payUrl' | 'status'>): boolean {
  return payUrl !== null || (status !== 'CREATING' && status !== 'AWAITING_PAYMENT');
}
