const PAID: ReadonlySet<string> = new Set([
  'PAID',
  'TRANSFERRING',
  'COMPLETED',
  'CRYPTO_RECEIVED',
  'PAYOUT_STARTED',
  'PAYOUT_FAILED',
  'REFUNDED',
]);

/** True if the provider says that the customer's money or crypto has arrived. */
export function isPaid({ status }: { readonly status: string }): boolean {
  return PAID.has(status);
}
