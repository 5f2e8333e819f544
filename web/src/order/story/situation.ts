import type { Order } from '#client/src/index.js';

/** The page shows an order in exactly one of these situations. */
export type Situation =
  | 'preparing'
  | 'to_pay'
  | 'no_link'
  | 'payment_failed'
  | 'cancelled'
  | 'late'
  | 'not_created'
  | 'rejected'
  | 'paid'
  | 'sending'
  | 'complete'
  | 'refunded'
  | 'sale_registered'
  | 'sale_to_send'
  | 'sale_received'
  | 'sale_paying'
  | 'sale_complete'
  | 'sale_payout_failed'
  | 'sale_refunded'
  | 'sale_expired'
  | 'sale_not_found'
  /** In review before a payment: the customer must not pay now. */
  | 'checking_unpaid'
  /** In review after its end, which is not announced yet. */
  | 'checking'
  /** A status unknown to this version of the page. */
  | 'other';

/** Ended, but nothing was delivered. */
export const UNFULFILLED: ReadonlySet<Situation> = new Set([
  'cancelled',
  'late',
  'not_created',
  'rejected',
  'refunded',
  'sale_refunded',
  'sale_expired',
  'sale_not_found',
]);

export interface OrderFacts extends Pick<
  Order,
  'side' | 'inReview' | 'retryable' | 'payUrl' | 'failure' | 'trades' | 'txHash'
> {
  /** A newer service may send a status unknown to this page. */
  readonly status: string;
}

/** Statuses with money or crypto received and no end yet: they remain true in a review. */
const UNDER_WAY: ReadonlySet<string> = new Set([
  'PAID',
  'TRANSFERRING',
  'CRYPTO_RECEIVED',
  'PAYOUT_STARTED',
  'PAYOUT_FAILED',
]);
const PAID_ENDS: ReadonlySet<string> = new Set(['COMPLETED', 'REFUNDED']);

/** Claims no more than the service does: no end while the order is in review, and nothing for an unknown status. */
export function situationOf(order: OrderFacts): Situation {
  const situation = order.side === 'SELL' ? saleSituation(order) : purchaseSituation(order);
  if (!order.inReview || situation === 'other') return situation;
  if (UNDER_WAY.has(order.status)) return ARRIVED[situation] ?? situation;
  return PAID_ENDS.has(order.status) ? 'checking' : 'checking_unpaid';
}

/** In review only the receipt is certain; the onward transfer may be in doubt. */
const ARRIVED: Readonly<Partial<Record<Situation, Situation>>> = { sending: 'paid', sale_paying: 'sale_received' };

function purchaseSituation({ status, payUrl, failure }: OrderFacts): Situation {
  switch (status) {
    case 'CREATING':
      return 'preparing';
    case 'AWAITING_PAYMENT':
      return payUrl === null ? 'no_link' : 'to_pay';
    case 'PAYMENT_FAILED':
      return 'payment_failed';
    case 'CANCELLED':
      return 'cancelled';
    case 'EXPIRED':
      return failure?.code === 'not_created' ? 'not_created' : 'late';
    case 'REJECTED':
      return 'rejected';
    case 'PAID':
      return 'paid';
    case 'TRANSFERRING':
      return 'sending';
    case 'COMPLETED':
      return 'complete';
    case 'REFUNDED':
      return 'refunded';
    default:
      return 'other';
  }
}

function saleSituation({ status, failure }: OrderFacts): Situation {
  switch (status) {
    case 'REGISTERED':
      return 'sale_registered';
    case 'AWAITING_CRYPTO':
      return 'sale_to_send';
    case 'CRYPTO_RECEIVED':
      return 'sale_received';
    case 'PAYOUT_STARTED':
      return 'sale_paying';
    case 'COMPLETED':
      return 'sale_complete';
    case 'PAYOUT_FAILED':
      return 'sale_payout_failed';
    case 'REFUNDED':
      return 'sale_refunded';
    case 'EXPIRED':
      return failure?.code === 'not_found' ? 'sale_not_found' : 'sale_expired';
    default:
      return 'other';
  }
}
