/**
 * Our statuses that a provider's answer can map to. CREATING and REGISTERED are not among them: they mean that there
 * was no answer yet.
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
