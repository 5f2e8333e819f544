import type { Order } from '#client/src/index.js';
import { ownValue } from '../../own-value.js';
import { isPaid } from './paid.js';

/** How the provider reports that a payment ended. `checking`: in review, only the receipt is certain. */
type PaymentEnd = 'received' | 'sending' | 'delivered' | 'returned' | 'checking';

export interface Payment {
  /** The provider's number; the trade's own while that is unknown. */
  readonly number: string;
  readonly end: `order.payment.${PaymentEnd}`;
  /** Decimal text; null: the provider has not stated it. */
  readonly amount: string | null;
  /** RFC 3339; null: the provider has not stated it. */
  readonly at: string | null;
}

const ENDS: Readonly<Record<string, PaymentEnd>> = {
  PAID: 'received',
  TRANSFERRING: 'sending',
  COMPLETED: 'delivered',
  REFUNDED: 'returned',
};

/**
 * The payments of a purchase that was paid more than once, oldest first; else none, as the order itself tells of its
 * one payment. They stay for good, whatever a review has decided about them.
 */
export function paymentsOf({
  side,
  trades,
  inReview,
}: Pick<Order, 'side' | 'trades' | 'inReview'>): readonly Payment[] {
  const paid = side === 'SELL' ? [] : trades.filter(isPaid);
  if (paid.length < 2) return [];
  return paid.map(({ orderNo, tradeNo, status, paidAmount, paidAt }) => ({
    number: orderNo ?? tradeNo,
    end: `order.payment.${inReview ? 'checking' : (ownValue(ENDS, status) ?? 'received')}`,
    amount: paidAmount,
    at: paidAt,
  }));
}
