/**
 * What the provider may say of a trade, in our words. Not among them: CREATING and REGISTERED, by which we call a trade of
 * which it has said nothing yet.
 */
export const STATUSES_SEEN = {
  BUY: [
    'AWAITING_PAYMENT',
    'PAYMENT_FAILED',
    'PAID',
    'TRANSFERRING',
    'CANCELLED',
    'COMPLETED',
    'REFUNDED',
    'REJECTED',
    'EXPIRED',
  ],
  SELL: ['AWAITING_CRYPTO', 'CRYPTO_RECEIVED', 'PAYOUT_STARTED', 'COMPLETED', 'PAYOUT_FAILED', 'REFUNDED', 'EXPIRED'],
} as const;
