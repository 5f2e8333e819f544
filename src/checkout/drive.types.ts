import type { Cause, OrderState } from '../orders/model/order.types.js';
import type { RampFailure } from '../ramp/port/ramp.errors.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import type { Lease } from './lease.js';
import type { NextStep } from './next-step.js';

/** Who makes trades of an order, for whom, and under which lease. */
export interface Drive {
  readonly state: OrderState;
  readonly lease: Lease;
  readonly customer: TradeCustomer;
  readonly callerWaits: boolean;
  /** What the history says of why trades are made. */
  readonly cause: Cause['kind'];
}

/**
 * How the making of trades ended, for now. `declined`: by ourselves, and the trade holds why; `lost`: another
 * process drives; `left`: the worker goes on.
 */
export type DriveEnd =
  | { readonly kind: 'created' | 'declined'; readonly state: OrderState }
  | { readonly kind: 'refused'; readonly failure: RampFailure; readonly fiat: string | null }
  | { readonly kind: 'given_up'; readonly failure: RampFailure | null }
  | { readonly kind: 'left' | 'lost' };

/** `send`: what is committed with this stamp; `commit`: look whether the newest trade may be sent, and commit its request. */
export type Step = NextStep | { readonly do: 'send'; readonly stamp: number } | { readonly do: 'commit' };

/** Where a drive stands: the order as it is recorded, and what comes next. */
export interface Turn {
  readonly state: OrderState;
  readonly step: Step;
  readonly sendsInARow: number;
  /** The epoch of the database in which the number of the newest trade was looked up; left out: it was not. */
  readonly lookedUpIn?: string | null;
  /** What happened last, where it was a failure. */
  readonly failure: RampFailure | null;
}
