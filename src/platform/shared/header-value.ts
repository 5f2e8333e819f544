const SENDABLE = /^[\x21-\x7e]{1,4096}$/;

/** Whether a header can carry this text; clients silently drop other characters. */
export function isHeaderValue(text: string): boolean {
  return SENDABLE.test(text);
}
