import type { Side } from '../../ramp/port/ramp.types.js';
import type { Metadata } from './metadata.js';
import type { OrderRow, OrderState } from './order.types.js';

/** Which orders are looked for; null: all of them. All that is given has to hold. */
export interface OrderFilter {
  /** One of these. */
  readonly statuses: readonly OrderRow['status'][] | null;
  readonly side: Side | null;
  readonly inReview: boolean | null;
  /** Created at this moment or later. */
  readonly from: Date | null;
  /** Created before this moment. */
  readonly to: Date | null;
  /**
   * The order's number or its beginning; or exactly a trade's number, the provider's number, the hash of a transfer, the
   * customer's id, or a wallet address. Letter case counts in the provider's number and the customer's id alone.
   */
  readonly text: string | null;
  /** Changed at this moment or later. */
  readonly updatedFrom: Date | null;
  /** Made by this caller. */
  readonly caller: string | null;
  readonly customerId: string | null;
  /** These names with these texts are noted on it. */
  readonly metadata: Metadata | null;
}

export const ALL_ORDERS: OrderFilter = {
  ...{ statuses: null, side: null, inReview: null, from: null, to: null, text: null },
  ...{ updatedFrom: null, caller: null, customerId: null, metadata: null },
};

/** What a list tells of an order. */
export interface FoundOrder extends Pick<OrderState, 'order' | 'trades'> {
  readonly openMismatches: number;
}
