import { webAddress } from '../../net/web-address.js';
import { situationOf } from './situation.js';
import type { OrderFacts } from './situation.js';

/** The customer's options; the first is the main one. */
export type Action =
  /** The provider's payment page; `again`: a payment failed, and the page accepts another. */
  | { readonly kind: 'pay'; readonly url: string; readonly label: 'order.action.pay' | 'order.action.pay_again' }
  | { readonly kind: 'retry'; readonly label: 'order.action.retry' }
  /** The form filled in with this order's terms, which stays unpaid. */
  | { readonly kind: 'choose_again'; readonly label: 'order.action.choose_again' }
  /** The checkout page with the same terms. */
  | { readonly kind: 'buy'; readonly label: 'order.action.buy_other' | 'order.action.buy' };

const BUY: Action = { kind: 'buy', label: 'order.action.buy' };
const BUY_OTHER: Action = { kind: 'buy', label: 'order.action.buy_other' };
const CHOOSE_AGAIN: Action = { kind: 'choose_again', label: 'order.action.choose_again' };
const RETRY: Action = { kind: 'retry', label: 'order.action.retry' };

/** Refusals that the same terms would get again, or that the customer must know of before paying. */
const WISH_REFUSALS: ReadonlySet<string> = new Set([
  'address_invalid',
  'address_at_risk',
  'amount_precision',
  'crypto_not_available',
  'memo_required',
  'redirect_not_allowed',
]);

/** Refusals that another method, or a new price, may not get. */
const METHOD_REFUSALS: ReadonlySet<string> = new Set(['amount_out_of_range', 'pay_way_not_available', 'quote_moved']);

/**
 * An order in review offers no payment: its address may be wrong, or it may be paid. A cancelled or expired trade's
 * page is not offered, because a second trade beside it could be paid twice.
 */
export function actionsOf(order: OrderFacts): readonly Action[] {
  const retry = order.retryable && !order.inReview ? [RETRY] : [];
  const url = webAddress(order.payUrl);
  switch (situationOf(order)) {
    case 'to_pay':
      return url === null ? [] : [{ kind: 'pay', url, label: 'order.action.pay' }, CHOOSE_AGAIN];
    case 'payment_failed':
      return url === null ? [...retry, BUY] : [{ kind: 'pay', url, label: 'order.action.pay_again' }, ...retry];
    case 'rejected':
      if (METHOD_REFUSALS.has(order.failure?.code ?? '')) return [...retry, BUY_OTHER];
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
