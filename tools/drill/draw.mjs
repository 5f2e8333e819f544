import { createHash } from 'node:crypto';

/**
 * A pseudo-random number in [0, 1) that depends on the seed and the subject only, not on earlier draws or the time,
 * so that two runs with one seed have the same plan.
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
