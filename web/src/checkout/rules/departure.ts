import type { Checkout } from '#client/src/index.js';
import { webAddress } from '../../net/web-address.js';

export interface Departure {
  /** The provider's pay page; null: none. */
  readonly payUrl: string | null;
  readonly orderPage: string;
}

export function departureOf({ merchantOrderNo, payUrl }: Pick<Checkout, 'merchantOrderNo' | 'payUrl'>): Departure {
  return { payUrl: webAddress(payUrl), orderPage: orderPageOf(merchantOrderNo) };
}

export function orderPageOf(merchantOrderNo: string): string {
  return `/orders/${encodeURIComponent(merchantOrderNo)}`;
}
