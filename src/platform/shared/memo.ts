/** The form of every memo: printable ASCII without spaces at the ends, which people would overlook. */
export const MEMO = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/;

/** Without the invisible characters that come along when a memo is copied. */
export function tidyMemo(text: string): string {
  return text.replace(/[\p{Cf}\p{DI}]/gu, '');
}
