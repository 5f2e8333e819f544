import { canonicalAddress, canonicalMemo, haveDifferentTags } from '../../platform/addresses/canonical.js';
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
