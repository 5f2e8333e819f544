import type { Side } from '../../ramp/port/trade-facts.js';
import type { Metadata } from './metadata.js';
import type { OrderRow, OrderState } from './order.types.js';

/** Null fields match everything. */
export interface OrderFilter {
  readonly statuses: readonly OrderRow['status'][] | null;
  readonly side: Side | null;
  readonly inReview: boolean | null;
  readonly from: Date | null;
  readonly to: Date | null;
  /** A number or its beginning; or exactly a trade's or the provider's number, a hash, customer or wallet address. */
  readonly text: string | null;
  readonly updatedFrom: Date | null;
  readonly caller: string | null;
  readonly customerId: string | null;
  readonly metadata: Metadata | null;
}

export const ALL_ORDERS: OrderFilter = {
  ...{ statuses: null, side: null, inReview: null, from: null, to: null, text: null },
  ...{ updatedFrom: null, caller: null, customerId: null, metadata: null },
};

export interface FoundOrder extends Pick<OrderState, 'order' | 'trades'> {
  readonly openMismatches: number;
}
