/** Of a Lightning invoice; others have at most 256 characters. */
export const LONGEST_ADDRESS = 1024;

/** Removes blanks, line ends and invisible characters, which copying adds and no address contains. */
export function tidyAddress(text: string): string {
  return text.replace(/[\s\p{Cf}\p{DI}]/gu, '');
}

/** The form of every memo: printable ASCII without spaces at the ends, which people would overlook. */
export const MEMO = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/;

export function tidyMemo(text: string): string {
  return text.replace(/[\p{Cf}\p{DI}]/gu, '');
}
