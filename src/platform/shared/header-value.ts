const SENDABLE = /^[\x21-\x7e]{1,4096}$/;

/** Can a header carry this text unchanged? A client would drop other characters without a word. */
export function isHeaderValue(text: string): boolean {
  return SENDABLE.test(text);
}
