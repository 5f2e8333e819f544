const LEAST_BITS = 122;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{12}$/i;
/** How many different characters a text of that many random bits has at the very least: with hex digits, about 14. */
const LEAST_DIFFERENT = 8;

/**
 * Can this text hold 122 random bits? That it does hold them nobody can see from outside; that it cannot, often: too short,
 * always the same few characters, a UUID made of a time or a name.
 */
export function isHardToGuess(text: string): boolean {
  const [, version, variant] = UUID.exec(text) ?? [];
  if (version !== undefined)
    return version === '4' && /[89ab]/i.test(variant ?? '') && differentIn(text) >= LEAST_DIFFERENT;
  return mostBits(text) >= LEAST_BITS && differentIn(text) >= LEAST_DIFFERENT;
}

/**
 * By the smallest alphabet that has all of its characters and that no random text of a larger one has by chance; what stands
 * between digits for the eye is not counted.
 */
function mostBits(text: string): number {
  const plain = text.replaceAll(/[-_.:]/g, '');
  if (/^\d*$/.test(plain)) return plain.length * Math.log2(10);
  if (/^(?:[\da-f]*|[\dA-F]*)$/.test(plain)) return plain.length * 4;
  return text.length * 6;
}

const differentIn = (text: string): number => new Set(text).size;
