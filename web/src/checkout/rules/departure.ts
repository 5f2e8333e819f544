import type { Checkout } from '#client/src/index.js';
import { webAddress } from '../../net/web-address.js';

/** Where an order that was made is gone on with. */
export interface Departure {
  /** The provider's pay page; null: there is none to go to. */
  readonly payUrl: string | null;
  readonly orderPage: string;
}

export function departureOf({ merchantOrderNo, payUrl }: Pick<Checkout, 'merchantOrderNo' | 'payUrl'>): Departure {
  return { payUrl: webAddress(payUrl), orderPage: `/orders/${encodeURIComponent(merchantOrderNo)}` };
}
