import { webAddress } from '../../net/web-address.js';
import { situationOf } from './situation.js';
import type { OrderFacts } from './situation.js';

/** What the customer can do; the first is the one to offer. */
export type Action =
  /** To the provider's payment page; `again`: a payment failed there, and the page takes another. */
  | { readonly kind: 'pay'; readonly url: string; readonly label: 'order.action.pay' | 'order.action.pay_again' }
  /** A new trade of the same order. */
  | { readonly kind: 'retry'; readonly label: 'order.action.retry' }
  /** To the checkout page, with the same wish. */
  | { readonly kind: 'buy'; readonly label: 'order.action.buy_other' | 'order.action.buy' };

const BUY: Action = { kind: 'buy', label: 'order.action.buy' };
const BUY_OTHER: Action = { kind: 'buy', label: 'order.action.buy_other' };
const RETRY: Action = { kind: 'retry', label: 'order.action.retry' };

/** Refusals that the same wish would get again, or that the customer has to know of before paying. */
const WISH_REFUSALS: ReadonlySet<string> = new Set([
  'address_invalid',
  'address_at_risk',
  'amount_out_of_range',
  'amount_precision',
  'crypto_not_available',
  'pay_way_not_available',
  'memo_required',
  'redirect_not_allowed',
  'quote_moved',
]);

/**
 * Nobody is sent to pay for an order that is in review: its address may be wrong, or it may be paid. A cancelled or expired
 * trade's page is not offered: a second trade beside it could be paid twice.
 */
export function actionsOf(order: OrderFacts): readonly Action[] {
  const retry = order.retryable && !order.inReview ? [RETRY] : [];
  const url = webAddress(order.payUrl);
  switch (situationOf(order)) {
    case 'to_pay':
      return url === null ? [] : [{ kind: 'pay', url, label: 'order.action.pay' }];
    case 'payment_failed':
      return url === null ? [...retry, BUY] : [{ kind: 'pay', url, label: 'order.action.pay_again' }, ...retry];
    case 'rejected':
      return WISH_REFUSALS.has(order.failure?.code ?? '') ? [BUY_OTHER] : [...retry, BUY];
    case 'cancelled':
    case 'late':
    case 'not_created':
    case 'no_link':
      return [...retry, BUY];
    case 'complete':
    case 'refunded':
      return [BUY];
    case 'preparing':
    case 'paid':
    case 'sending':
    case 'sale_registered':
    case 'sale_to_send':
    case 'sale_received':
    case 'sale_paying':
    case 'sale_complete':
    case 'sale_payout_failed':
    case 'sale_refunded':
    case 'sale_expired':
    case 'sale_not_found':
    case 'checking_unpaid':
    case 'checking':
    case 'other':
      return [];
  }
}
