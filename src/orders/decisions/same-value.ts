import { canonicalAddress, sayOtherTags } from '../../platform/shared/addresses/canonical.js';
import { sameTerm } from '../../platform/shared/canonical-terms.js';

/** Do two texts say the same? */
export type Same = (asked: string, seen: string) => boolean;

/** Do they say the same of this term? */
export const sameAs =
  (field: string): Same =>
  (asked, seen) =>
    sameTerm(field, asked, seen);

export const sameText: Same = (asked, seen) => asked === seen;

/** Spellings of one account on the network are the same, unless they name two memos. */
export const sameAddressOn =
  (network: string | null): Same =>
  (asked, seen) => {
    const [a, b] = [asked.trim(), seen.trim()];
    const [one, other] = [a, b].map((address) => canonicalAddress(address, network ?? ''));
    return a === b || (one === other && !sayOtherTags(a, b));
  };
