import type { Asked, OrderState, ShownPrice } from '../orders/model/order.types.js';
import type { Metadata } from '../orders/model/metadata.js';
import type { Guest } from './guests/challenge-verdict.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';

export interface CheckoutRequest {
  readonly terms: Asked;
  readonly merchantOrderNo: string;
  readonly quote: ShownPrice | null;
  readonly customer: TradeCustomer;
  readonly metadata: Metadata;
  /** The link has expired: existing orders are still returned, but no new one is made. */
  readonly isLinkExpired: boolean;
  readonly guest: Guest | null;
}

/** 201: this request made the order; 200: it repeated one; 202: the outcome is not known yet, the worker continues. */
export interface CheckoutAnswer {
  readonly status: 200 | 201 | 202;
  readonly state: OrderState;
  /** null: revoked, or the order ended long ago. */
  readonly clientSecret: string | null;
}

/** Metric label of a successful checkout, by response status; failures use the problem's code. */
export const OUTCOMES = { 200: 'repeated', 201: 'created', 202: 'pending' } as const;
