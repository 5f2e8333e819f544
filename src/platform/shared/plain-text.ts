/** The text without characters that steer a terminal: what others wrote must not colour, move or hide a line. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');
}
