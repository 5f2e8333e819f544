const PAID: ReadonlySet<string> = new Set([
  'PAID',
  'TRANSFERRING',
  'COMPLETED',
  'CRYPTO_RECEIVED',
  'PAYOUT_STARTED',
  'PAYOUT_FAILED',
  'REFUNDED',
]);

/** Does the provider say that the customer's money, or crypto, has come in? */
export function isPaid({ status }: { readonly status: string }): boolean {
  return PAID.has(status);
}
