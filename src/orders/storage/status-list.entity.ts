/** The words that `status` may hold, as the database's own constraint lists them. */
export const STATUSES = `'CREATING', 'AWAITING_PAYMENT', 'PAYMENT_FAILED', 'PAID', 'TRANSFERRING', 'CANCELLED', 'COMPLETED',
  'REJECTED', 'EXPIRED', 'REGISTERED', 'AWAITING_CRYPTO', 'CRYPTO_RECEIVED', 'PAYOUT_STARTED', 'PAYOUT_FAILED', 'REFUNDED'`;
