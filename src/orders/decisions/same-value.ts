import { canonicalAddress, sayOtherTags } from '../../platform/shared/addresses/canonical.js';

/** Do two texts say the same? */
export type Same = (asked: string, seen: string) => boolean;

export const sameText: Same = (asked, seen) => asked === seen;

/** Spellings of one account on the network are the same, unless they name two memos. */
export const sameAddressOn =
  (network: string | null): Same =>
  (asked, seen) => {
    const [a, b] = [asked.trim(), seen.trim()];
    const [one, other] = [a, b].map((address) => canonicalAddress(address, network ?? ''));
    return a === b || (one === other && !sayOtherTags(a, b));
  };
