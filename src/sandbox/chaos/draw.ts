import { createHash } from 'node:crypto';

/**
 * A number in [0, 1) that depends on the seed and on what is drawn for, and on nothing else: not on what was drawn
 * before, nor on when. The same always gives the same; anything else gives a number that has nothing to do with it.
 */
export function draw(seed: number, ...subject: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...subject]))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
