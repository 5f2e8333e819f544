import { canonicalAddress, sayOtherTags } from '../../platform/shared/addresses/canonical.js';

/** Do two texts say the same? */
export type Same = (asked: string, seen: string) => boolean;

export const sameText: Same = (asked, seen) => asked === seen;

export const sameWord: Same = (asked, seen) => asked.trim().toUpperCase() === seen.trim().toUpperCase();

/** Forms of one account are the same, unless they name two destination tags. */
export const sameAddress: Same = (asked, seen) => {
  const [a, b] = [asked.trim(), seen.trim()];
  if (a === b) return true;
  return canonicalAddress(a) === canonicalAddress(b) && !sayOtherTags(a, b);
};
