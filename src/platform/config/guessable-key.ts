/** A pattern of up to 16 bytes that is repeated has no more of them. */
const MOST_DIFFERENT_IN_A_PATTERN = 16;

/**
 * True for 32 bytes that a person wrote: text, a repeated pattern, or counting. Refuses fewer than one in 10^13 random
 * keys.
 */
export function isGuessable(key: Uint8Array): boolean {
  return isText(key) || isCounting(key) || new Set(key).size <= MOST_DIFFERENT_IN_A_PATTERN;
}

/** ASCII that can be seen, blanks and line ends. */
function isText(key: Uint8Array): boolean {
  return key.every((byte) => (byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/** Up, down, or in steps; bytes that are subtracted are bytes, so it may pass zero. */
function isCounting(key: Uint8Array): boolean {
  const steps = key.slice(1).map((byte, at) => byte - (key[at] ?? 0));
  return steps.every((step) => step === steps[0]);
}
