import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newestOf, sharesOf } from '../../../src/reconciliation/shares.js';
import type { Share } from '../../../src/reconciliation/shares.js';

const CLASSES = ['waiting', 'paid', 'young', 'old', 'closed'];
const middle = (): number => 0.5;

/** What each class gets of `limit` when all of them have more than enough, served in this order. */
function served(shares: readonly Share[], limit: number): Map<string, number> {
  let left = limit;
  return new Map(
    shares.map(({ watchClass, most }) => {
      const got = Math.min(most, left);
      left -= got;
      return [watchClass, got];
    }),
  );
}

describe('the shares of a round', () => {
  it('each class has one, whatever the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0, max: 1, noNaN: true }), (limit, chance) => {
        const shares = sharesOf(limit, () => chance);
        expect(shares.map(({ watchClass }) => watchClass).sort()).toEqual([...CLASSES].sort());
        for (const { most } of shares) expect(Number.isInteger(most) && most >= 1).toBe(true);
      }),
    );
  });

  it('a round that has room for all classes leaves none out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 1000 }), (limit) => {
        expect([...served(sharesOf(limit, middle), limit).values()]).not.toContain(0);
      }),
    );
  });

  it('a customer who waits comes before what is paid, that before what is young, old, closed', () => {
    const got = served(sharesOf(100, middle), 100);
    const counts = CLASSES.map((watchClass) => got.get(watchClass) ?? 0);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(new Set(counts).size).toBe(CLASSES.length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(100);
  });

  it.each([1, 2, 3, 4, 5])('of %i: drawn by lot, so that none starves, and by weight', (limit) => {
    let seed = 7;
    const chance = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const sums = new Map<string, number>();
    for (let round = 0; round < 3000; round++) {
      for (const [watchClass, got] of served(sharesOf(limit, chance), limit)) {
        sums.set(watchClass, (sums.get(watchClass) ?? 0) + got);
      }
    }
    const counts = CLASSES.map((watchClass) => sums.get(watchClass) ?? 0);
    expect(Math.min(...counts)).toBeGreaterThan(30);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });
});

describe('the newest of those who wait', () => {
  const newest = (limit: number, chance = 0.9): number => newestOf(sharesOf(limit, middle), limit, () => chance);

  it('are half of their class, and the odd one is drawn by lot', () => {
    expect(newest(100)).toBe(20);
    expect(newest(15, 0.9)).toBe(3);
    expect([newest(8, 0.9), newest(8, 0.1)]).toEqual([2, 1]);
  });

  it('are none in a round that does not come to their class', () => {
    const shares = [
      { watchClass: 'paid', most: 1 },
      { watchClass: 'waiting', most: 1 },
    ];
    expect(newestOf(shares, 1, () => 0.9)).toBe(0);
    expect(newestOf(shares, 2, () => 0.9)).toBe(1);
  });
});
