import type { Side } from '../../ramp/port/trade-facts.js';
import type { StoredTerms, TermName } from '../../platform/terms/order-terms.js';
import type { Metadata } from './metadata.js';
import type { OrderRow, OrderState } from './order.types.js';

/** When an order is overdue: unanswered for multiples of the first delay, or older than the expiry. */
export interface OverduePolicy {
  readonly firstDelayMs: number;
  readonly expiryMs: number;
}

/** Null fields match everything. */
export interface OrderFilter {
  readonly statuses: readonly OrderRow['status'][] | null;
  readonly side: Side | null;
  readonly inReview: boolean | null;
  readonly from: Date | null;
  readonly to: Date | null;
  /** A number, its beginning, or alone and of a new order a part of it; or exactly a trade's or the provider's number, a hash, customer or wallet address. */
  readonly text: string | null;
  /** Digests of `text` as an e-mail address, one per service key, to find customers and payees by; none: not searched. */
  readonly emailDigests: readonly Buffer[];
  readonly updatedFrom: Date | null;
  readonly caller: string | null;
  readonly customerId: string | null;
  readonly metadata: Metadata | null;
  /** Exactly these terms. */
  readonly terms: Pick<StoredTerms, SearchedTerm> | null;
  /** By the report's definition. */
  readonly overdue: OverduePolicy | null;
}

export const SEARCHED_TERMS = ['payWayCode', 'country', 'crypto', 'network'] as const satisfies readonly TermName[];
type SearchedTerm = (typeof SEARCHED_TERMS)[number];

export const ALL_ORDERS: OrderFilter = {
  statuses: null,
  side: null,
  inReview: null,
  from: null,
  to: null,
  text: null,
  emailDigests: [],
  updatedFrom: null,
  caller: null,
  customerId: null,
  metadata: null,
  terms: null,
  overdue: null,
};

export interface FoundOrder extends Pick<OrderState, 'order' | 'trades'> {
  readonly openMismatches: number;
}
