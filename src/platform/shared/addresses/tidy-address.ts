/** Removes blanks, line ends and invisible characters, which copying adds and no address contains. */
export function tidyAddress(text: string): string {
  return text.replace(/[\s\p{Cf}\p{DI}]/gu, '');
}
