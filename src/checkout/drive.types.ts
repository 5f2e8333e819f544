import type { Cause, OrderState } from '../orders/model/order.types.js';
import type { RampFailure } from '../ramp/port/ramp.errors.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import type { Lease } from './lease.js';
import type { NextStep } from './next-step.js';

export interface Drive {
  readonly state: OrderState;
  readonly lease: Lease;
  readonly customer: TradeCustomer;
  readonly callerWaits: boolean;
  readonly cause: Cause['kind'];
}

/**
 * How a run ended. `declined`: this service did not send it, and the trade holds the reason; `lost`: another process holds
 * the lease; `left`: the worker continues.
 */
export type DriveEnd =
  | { readonly kind: 'created' | 'declined'; readonly state: OrderState }
  | { readonly kind: 'refused'; readonly failure: RampFailure; readonly fiat: string | null }
  | { readonly kind: 'given_up'; readonly failure: RampFailure | null }
  | { readonly kind: 'left' | 'lost' };

/**
 * `send`: the request committed with this timestamp; `commit`: check whether the current trade may be sent, then commit its
 * request.
 */
export type Step = NextStep | { readonly do: 'send'; readonly stamp: number } | { readonly do: 'commit' };

export interface Turn {
  readonly state: OrderState;
  readonly step: Step;
  readonly sendsInARow: number;
  /** The database epoch in which the current trade's number was looked up; absent: it was not. */
  readonly lookedUpIn?: string | null;
  readonly failure: RampFailure | null;
}
