import type { Order } from '../types.js';

/**
 * Is there nothing more to wait for before the customer goes on? A `payUrl`, an end, or a payment that has been made already.
 * Until then a trade is being made: `CREATING`, or `AWAITING_PAYMENT` without an address, which is one that another will replace.
 */
export function canGoOn({ payUrl, status }: Pick<Order, 'payUrl' | 'status'>): boolean {
  return payUrl !== null || (status !== 'CREATING' && status !== 'AWAITING_PAYMENT');
}
