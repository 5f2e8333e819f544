import type { Asked, OrderState, ShownPrice } from '../orders/model/order.types.js';
import type { Metadata } from '../orders/model/metadata.js';
import type { Guest } from './guests/guest-checkouts.service.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';

/** A caller's wish, its shape checked. */
export interface CheckoutRequest extends Asked {
  readonly merchantOrderNo: string | null;
  /** From the `Idempotency-Key` header; counts only without a number. */
  readonly idempotencyKey: string | null;
  /** The price that the customer was shown; the trade is made only while it holds. */
  readonly quote: ShownPrice | null;
  readonly customer: TradeCustomer;
  readonly metadata: Metadata;
  /** It came with a link whose time is over: what was made from it is answered with, nothing more is made. */
  readonly isLinkExpired: boolean;
  /** null: the caller is none. */
  readonly guest: Guest | null;
}

/** 201: this request made the order; 200: it repeated one; 202: nobody knows yet, the worker goes on. */
export interface CheckoutAnswer {
  readonly status: 200 | 201 | 202;
  readonly state: OrderState;
  /** null: it was revoked, or the order ended long ago. */
  readonly clientSecret: string | null;
}

/** How a checkout that succeeds counts, by the status of its answer; one that fails counts by its problem's code. */
export const OUTCOMES = { 200: 'repeated', 201: 'created', 202: 'pending' } as const;
