/**
 * The secret in the fragment of a merchant's link such as `/orders/S-1001#cs_…`, which browsers do not send; null:
 * none.
 */
export function offeredSecret(hash: string): string | null {
  return /^#(cs_[A-Za-z0-9]{1,16}_[A-Za-z0-9_-]{43})$/.exec(hash)?.[1] ?? null;
}
