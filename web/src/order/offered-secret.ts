/**
 * The secret that a merchant put behind the order's address, as `/orders/S-1001#cs_…`: the part that browsers send to nobody.
 * null: there is none.
 */
export function offeredSecret(hash: string): string | null {
  return /^#(cs_[A-Za-z0-9]{1,16}_[A-Za-z0-9_-]{43})$/.exec(hash)?.[1] ?? null;
}
