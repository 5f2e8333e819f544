/** Do two texts say the same? */
export type Same = (asked: string, seen: string) => boolean;

export const sameText: Same = (asked, seen) => asked === seen;

export const sameWord: Same = (asked, seen) => asked.trim().toUpperCase() === seen.trim().toUpperCase();

/** The letters of a hexadecimal or bech32 address may come in either case; those of other addresses mean something. */
export const sameAddress: Same = (asked, seen) => {
  const eitherCase = /^(0x[0-9a-f]{40}|(bc|tb|ltc|bnb)1[0-9a-z]+)$/i;
  const [a, b] = [asked.trim(), seen.trim()];
  return a === b || (eitherCase.test(a) && a.toLowerCase() === b.toLowerCase());
};
