import { canonicalAddress, canonicalMemo, haveDifferentTags } from '../../platform/addresses/canonical.js';
import { canonicalNetwork } from '../../platform/addresses/networks.js';
import { sameTerm } from '../../platform/terms/terms.js';

export type Same = (asked: string, seen: string) => boolean;

export const sameAs =
  (field: string): Same =>
  (asked, seen) =>
    sameTerm(field, asked, seen);

export const sameText: Same = (asked, seen) => asked === seen;

/** Two spellings of one account are equal, unless they name two memos, in the address or beside it. */
export const sameAddressOn =
  (network: string | null, memo: string | null = null): Same =>
  (asked, seen) => {
    const [a, b] = [asked.trim(), seen.trim()];
    const [one, other] = [a, b].map((address) => canonicalAddress(address, network ?? ''));
    if (a === b) return true;
    const inside = canonicalMemo(network ?? '', b, null);
    const isOtherMemo = inside !== null && memo !== null && canonicalMemo(network ?? '', a, memo) !== inside;
    return one === other && !isOtherMemo && !haveDifferentTags(a, b);
  };

/** A coin's name may end with its network: `USDT-ERC20` and `USDT (ERC20)` are USDT on Ethereum. */
export const sameCoinOn =
  (network: string | null): Same =>
  (asked, seen) =>
    sameTerm('crypto', coinOf(asked, network), coinOf(seen, network));

function coinOf(name: string, network: string | null): string {
  const [, coin = name, suffix = ''] = /^([^-_.\s(]+)[-_.\s(]+(.+)$/.exec(name.trim()) ?? [];
  return network !== null && canonicalNetwork(suffix) === canonicalNetwork(network) ? coin : name;
}
