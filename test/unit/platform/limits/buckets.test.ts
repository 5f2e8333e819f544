import { describe, expect, it } from 'vitest';
import { Buckets } from '#src/platform/limits/buckets.js';

const RATE = { perSecond: 10, burst: 20 };

function admitted(buckets: Buckets, id: string, count: number, now: number): number {
  return Array.from({ length: count }, () => buckets.take(id, RATE, now)).filter((waitMs) => waitMs === 0).length;
}

describe('rate limit buckets', () => {
  it('count separately', () => {
    const buckets = new Buckets();
    expect([admitted(buckets, 'a', 30, 0), admitted(buckets, 'b', 30, 0)]).toEqual([20, 20]);
    expect(buckets.take('a', RATE, 0)).toBeCloseTo(100);
    expect(admitted(buckets, 'a', 30, 1000)).toBe(10);
  });

  it('share admitted requests once, and no refused ones', () => {
    const buckets = new Buckets();
    expect(buckets.hasNews).toBe(false);
    admitted(buckets, 'a', 30, 5);
    admitted(buckets, 'b', 2, 7);
    expect(buckets.hasNews).toBe(true);
    const { list, since } = buckets.news(10);
    expect(list.map(({ id, count }) => [id, count])).toEqual([
      ['a', 20],
      ['b', 2],
    ]);
    expect(since).toBe(5);
    admitted(buckets, 'a', 1, 8);
    expect([buckets.hasNews, buckets.news(10).list]).toEqual([false, []]);
  });

  it('share those nearest to their limit first if there are too many', () => {
    const buckets = new Buckets();
    for (const [id, count] of Object.entries({ a: 1, b: 5, c: 3, d: 2 })) admitted(buckets, id, count, 0);
    expect(buckets.news(2).list.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(buckets.hasNews).toBe(false);
  });

  it('adopt the shared state and add what was admitted since', () => {
    const buckets = new Buckets();
    admitted(buckets, 'a', 1, 0);
    buckets.news(10);
    admitted(buckets, 'a', 4, 100);
    // All replicas are 1.5 s ahead: 15 of 20, plus four not shared yet.
    buckets.adopt('a', 1500, 100);
    expect(admitted(buckets, 'a', 30, 100)).toBe(1);
  });

  it('keep the local state if the shared one is lost', () => {
    const buckets = new Buckets();
    admitted(buckets, 'a', 20, 0);
    buckets.news(10);
    buckets.adopt('a', 0, 0);
    expect(admitted(buckets, 'a', 30, 0)).toBe(0);
  });

  it('are dropped when empty and unused', () => {
    const buckets = new Buckets();
    admitted(buckets, 'over', 1, 0);
    admitted(buckets, 'ahead', 1, 0);
    buckets.adopt('ahead', 60_000, 0);
    admitted(buckets, 'young', 1, 15_000);
    buckets.prune(20_000);
    expect(buckets.size).toBe(2);
    expect([admitted(buckets, 'ahead', 1, 20_000), buckets.size]).toEqual([0, 2]);
  });

  it('are bounded in number, and a dropped one refuses no caller', () => {
    const buckets = new Buckets(100);
    admitted(buckets, 'steady', 20, 0);
    for (let i = 0; i < 10_000; i += 1) {
      expect(buckets.take(`network ${i}`, RATE, 0)).toBe(0);
      // A bucket in use is not dropped.
      expect(buckets.take('steady', RATE, 0)).toBeGreaterThan(0);
    }
    expect([buckets.size, buckets.news(1000).list.length]).toEqual([100, 100]);
  });
});
