import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairParts } from '../../../src/ramp/rate/fair-parts.js';

/** What each of these wishes gets, in the order of the replicas `a`, `b`, `c` … */
function parts(rate: number, wants: readonly number[], turn = 0): number[] {
  const wishes = wants.map((want, i) => ({ replica: String.fromCharCode(97 + i), wants: want }));
  const got = fairParts(rate, wishes, turn);
  return wishes.map(({ replica }) => got.get(replica)!);
}

describe('what each is entitled to', () => {
  it.each([
    ['all of it, for who is alone and wants it', 15, [15], [15]],
    ['half of it, for who is alone and wants nothing: the rest stays free', 15, [0], [8]],
    ['equal parts, for all who want more', 15, [15, 15, 15], [5, 5, 5]],
    ['what others do not want', 15, [3, 15, 15], [3, 6, 6]],
    ['what others do not want, but for one that each keeps', 15, [0, 15], [1, 14]],
    ['a cushion, for all who want nothing', 15, [0, 0], [4, 4]],
    ['a cushion beside a small want', 15, [2, 9], [4, 9]],
    ['no cushion where all is wanted', 15, [2, 40], [2, 13]],
    ['only what is wanted, where there is little', 2, [0, 5], [0, 2]],
    ['one, where there is only one', 1, [0], [1]],
  ])('%s', (_, rate, wants, expected) => {
    expect(parts(rate, wants)).toEqual(expected);
  });

  it('what cannot be divided evenly goes round', () => {
    expect([0, 1, 2, 3].map((turn) => parts(16, [16, 16, 16], turn))).toEqual([
      [6, 5, 5],
      [5, 6, 5],
      [5, 5, 6],
      [6, 5, 5],
    ]);
  });

  it('with more replicas than calls, each has its turn equally often', () => {
    const turns = Array.from({ length: 5 }, (_, turn) => parts(2, [9, 9, 9, 9, 9], turn));
    expect(turns[0]!.map((_, i) => turns.reduce((sum, turn) => sum + turn[i]!, 0))).toEqual([2, 2, 2, 2, 2]);
  });

  it('does not depend on who asks', () => {
    const wishes = ['c', 'a', 'b'].map((replica) => ({ replica, wants: 9 }));
    expect(fairParts(10, wishes, 1)).toEqual(fairParts(10, [...wishes].reverse(), 1));
  });

  const cases = [
    fc.integer({ min: 1, max: 40 }),
    fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 8 }),
  ];
  it('is never more than all of it, and never less than an equal part of it or what is wanted', () => {
    fc.assert(
      fc.property(
        cases[0] as fc.Arbitrary<number>,
        cases[1] as fc.Arbitrary<number[]>,
        fc.nat(20),
        (rate, wants, turn) => {
          const got = parts(rate, wants, turn);
          expect(got.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(rate);
          const equal = Math.floor(rate / wants.length);
          got.forEach((part, i) => expect(part).toBeGreaterThanOrEqual(Math.min(wants[i]!, equal)));
          if (rate >= 2 * wants.length) expect(Math.min(...got)).toBeGreaterThanOrEqual(1);
          // Nobody waits while something is free.
          const isShort = got.some((part, i) => part < wants[i]!);
          if (isShort) expect(got.reduce((sum, part) => sum + part, 0)).toBe(rate);
        },
      ),
      { numRuns: 500 },
    );
  });
});
