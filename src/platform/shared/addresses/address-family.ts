/** Networks whose addresses have one form belong to one family; the words are those of the settings. */
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

/** A network's name as names are compared: `erc-20`, `ERC20` and `Erc_20` are one. */
export function networkKey(name: string): string {
  return name.toUpperCase().replace(/[-_\s]/g, '');
}
