import type { Order } from '#client/src/index.js';

/** What a customer can be told about an order: one of these at any time. */
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
  /** In review before anything was paid: whatever the customer did now might be lost. */
  | 'checking_unpaid'
  /** In review at its end, which is not announced meanwhile. */
  | 'checking'
  /** A word that this version of the page does not know. */
  | 'other';

export interface OrderFacts extends Pick<
  Order,
  'side' | 'inReview' | 'retryable' | 'payUrl' | 'failure' | 'trades' | 'txHash'
> {
  /** A newer service may send a word that this page does not know. */
  readonly status: string;
}

/** Statuses in which money or crypto has come in and the order has not ended: a review does not take that back. */
const UNDER_WAY: ReadonlySet<string> = new Set([
  'PAID',
  'TRANSFERRING',
  'CRYPTO_RECEIVED',
  'PAYOUT_STARTED',
  'PAYOUT_FAILED',
]);
const PAID_ENDS: ReadonlySet<string> = new Set(['COMPLETED', 'REFUNDED']);

/** Never says more than the service does: no end while somebody looks into the order, and nothing of a word that is not known. */
export function situationOf(order: OrderFacts): Situation {
  const situation = order.side === 'SELL' ? saleSituation(order) : purchaseSituation(order);
  if (!order.inReview || situation === 'other') return situation;
  if (UNDER_WAY.has(order.status)) return ARRIVED[situation] ?? situation;
  return PAID_ENDS.has(order.status) ? 'checking' : 'checking_unpaid';
}

/** In review that something came in still holds; that it is being passed on may be what is doubted. */
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
