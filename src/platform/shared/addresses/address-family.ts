/** Networks with one address form share a family; settings use these names. */
export const ADDRESS_FAMILIES = [
  'evm',
  'bitcoin',
  'litecoin',
  'dogecoin',
  'tron',
  'solana',
  'ton',
  'ripple',
  'stellar',
  'beacon_chain',
] as const;

export type AddressFamily = (typeof ADDRESS_FAMILIES)[number];

/** Compares network names: `erc-20`, `ERC20` and `Erc_20` are one. */
export function networkKey(name: string): string {
  return name.toUpperCase().replace(/[-_\s]/g, '');
}
