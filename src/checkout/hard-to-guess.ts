const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{12}$/i;
/** 124 bits. */
const HEX = /^(?=.*[a-f])[0-9a-f]{31,}$/i;
/** 126 bits. A random one without a small or without a capital letter does not come in ten thousand. */
const BASE64 = /^(?=.*[a-z])(?=.*[A-Z])[\w+/-]{21,}={0,2}$/;
/** How many different characters a text of 122 random bits has at the very least: with hex digits, about 14. */
const LEAST_DIFFERENT = 8;

/**
 * May this text hold 122 random bits? That it does hold them nobody can see from outside; that it does not, often: it is too
 * short, has words or a date in it, the same few characters, or is a UUID made of a time or a name.
 */
export function isHardToGuess(text: string): boolean {
  if (new Set(text).size < LEAST_DIFFERENT) return false;
  const [, version, variant] = UUID.exec(text) ?? [];
  if (version !== undefined) return version === '4' && /[89ab]/i.test(variant ?? '');
  return HEX.test(text) || BASE64.test(text);
}
