import { webAddress } from '../../net/web-address.js';

export interface Departure {
  /** The provider's pay page; null: none. */
  readonly payUrl: string | null;
  readonly orderPage: string;
}

export function departureOf(payUrl: string | null, orderPage: string): Departure {
  return { payUrl: webAddress(payUrl), orderPage };
}

export function orderPageOf(merchantOrderNo: string): string {
  return `/orders/${encodeURIComponent(merchantOrderNo)}`;
}
