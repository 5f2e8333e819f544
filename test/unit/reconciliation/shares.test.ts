import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callbackShare, newestFirstShare, sharesOf } from '#src/reconciliation/shares.js';
import type { Share } from '#src/reconciliation/shares.js';

const QUEUES = ['followed', 'paid', 'young', 'waiting', 'old', 'closed'];
const middle = (): number => 0.5;

/** The trades that each queue gets of `limit` if all are full, in serving order. */
function served(shares: readonly Share[], limit: number): Map<string, number> {
  let left = limit;
  return new Map(
    shares.map(({ queue, most }) => {
      const got = Math.min(most, left);
      left -= got;
      return [queue, got];
    }),
  );
}

describe('polling: shares of a round', () => {
  it('each queue has one at any limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0, max: 1, noNaN: true }), (limit, chance) => {
        const shares = sharesOf(limit, () => chance);
        expect(shares.map(({ queue }) => queue).sort()).toEqual([...QUEUES].sort());
        for (const { most } of shares) expect(Number.isInteger(most) && most >= 1).toBe(true);
      }),
    );
  });

  it('a round with room for all queues omits none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 7, max: 1000 }), (limit) => {
        expect([...served(sharesOf(limit, middle), limit).values()]).not.toContain(0);
      }),
    );
  });

  it('followers come before young trades, readers, old and closed ones', () => {
    const got = served(sharesOf(100, middle), 100);
    const counts = QUEUES.map((queue) => got.get(queue) ?? 0);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts.reduce((sum, count) => sum + count)).toBe(100);
  });

  it.each([1, 2, 3, 4, 5, 6])('of %i: drawn by weighted lot, so that no queue starves', (limit) => {
    let seed = 7;
    const chance = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const sums = new Map<string, number>();
    for (let round = 0; round < 3000; round++) {
      for (const [queue, got] of served(sharesOf(limit, chance), limit)) {
        sums.set(queue, (sums.get(queue) ?? 0) + got);
      }
    }
    const counts = QUEUES.map((queue) => sums.get(queue) ?? 0);
    expect(Math.min(...counts)).toBeGreaterThan(30);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });
});

it('callbacks get half of a round, an odd one at random', () => {
  expect([callbackShare(100, () => 0.9), callbackShare(15, () => 0.9), callbackShare(15, () => 0.1)]).toEqual([
    50, 8, 7,
  ]);
  expect([callbackShare(1, () => 0.9), callbackShare(1, () => 0.1)]).toEqual([1, 0]);
});

describe('polling: the newest of a queue', () => {
  const newest = (limit: number, chance = 0.9): number =>
    newestFirstShare('followed', sharesOf(limit, middle), limit, () => chance);

  it('get half of its share, an odd one at random', () => {
    expect(newest(100)).toBe(15);
    expect([newest(10, 0.9), newest(10, 0.1)]).toEqual([2, 1]);
  });

  it('get nothing in a round that does not reach the queue', () => {
    const shares = [
      { queue: 'paid', most: 1 },
      { queue: 'waiting', most: 1 },
    ] as const;
    expect(newestFirstShare('waiting', shares, 1, () => 0.9)).toBe(0);
    expect(newestFirstShare('waiting', shares, 2, () => 0.9)).toBe(1);
    expect(newestFirstShare('followed', shares, 2, () => 0.9)).toBe(0);
  });
});
