/** Blanks, line ends and invisible characters come along when an address is copied, and are never part of one. */
export function tidyAddress(text: string): string {
  return text.replace(/[\s\p{Cf}\p{DI}]/gu, '');
}
