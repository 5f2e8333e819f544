import type { Side } from '../../ramp/port/trade-facts.js';
import type { Metadata } from './metadata.js';
import type { OrderRow, OrderState } from './order.types.js';

/** Null fields match everything; an order must match all others. */
export interface OrderFilter {
  readonly statuses: readonly OrderRow['status'][] | null;
  readonly side: Side | null;
  readonly inReview: boolean | null;
  readonly from: Date | null;
  readonly to: Date | null;
  /**
   * The order's number or its beginning; or exactly a trade's number, the provider's number, a transaction hash, the
   * customer's id, or a wallet address. Case-sensitive only for the provider's number and the customer's id.
   */
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
