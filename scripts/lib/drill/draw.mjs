import { createHash } from 'node:crypto';

/**
 * A number in [0, 1) that depends on the seed and on what it is drawn for, and on nothing else: neither on what was drawn
 * before nor on when. So two runs with one seed plan the same, whatever happens to them.
 * @param {number} seed
 * @param {...(string | number)} subject
 */
export function draw(seed, ...subject) {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...subject]))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/**
 * @template T
 * @param {readonly (readonly [T, number])[]} weighted at least one; weights add up to 1
 * @param {number} drawn
 * @returns {T}
 */
export function pick(weighted, drawn) {
  let reached = 0;
  for (const [value, weight] of weighted) {
    reached += weight;
    if (drawn < reached) return value;
  }
  return /** @type {readonly [T, number]} */ (weighted.at(-1))[0];
}
