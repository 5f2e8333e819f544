/**
 * Networks on which exchanges share one address among customers: a payment without memo is lost. By the provider's
 * contract that is `BNB` (Beacon Chain; `BSC` is another network).
 */
const MEMO_NETWORKS = new Set(['BNB']);

export function isMemoRequired(network: string): boolean {
  return MEMO_NETWORKS.has(network.toUpperCase());
}
