import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callbackShare, newestFirstShare, sharesOf } from '#src/reconciliation/shares.js';
import type { Share } from '#src/reconciliation/shares.js';
import type { RecordResult } from '#src/orders/write/poll-result-writer.service.js';
import { ReconciliationService } from '#src/reconciliation/reconciliation.service.js';

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

const ASKED_AT = new Date('2026-01-31T12:00:00.000Z');

/** Runs one round; returns how many trades it claims, and its record of the results of `trades`. */
async function roundOf(
  { batch, allowed }: { readonly batch: number; readonly allowed: number },
  trades: readonly (RecordResult | Error)[] = [],
): Promise<{ limits: number[]; runs: unknown[] }> {
  const limits: number[] = [];
  const runs: unknown[] = [];
  let round: () => Promise<void> = () => Promise.resolve();
  const service = new ReconciliationService(
    { reconcile: { batch, intervalMs: 1 }, ramp: { timeoutMs: 1 } } as never,
    { pollsAllowedNow: () => allowed } as never,
    {
      claim: (limit: number) => {
        limits.push(limit);
        return Promise.resolve(trades.map((result) => ({ result, askedAt: ASKED_AT })));
      },
      recordRun: (startedAt: Date, counts: object) => {
        runs.push({ startedAt, ...counts });
        return Promise.resolve();
      },
    } as never,
    {
      poll: ({ result }: { result: RecordResult | Error }) =>
        result instanceof Error ? Promise.reject(result) : Promise.resolve(result),
    } as never,
    {
      repeat: (_name: string, _role: string, _ms: number, work: () => Promise<void>) => {
        round = work;
        return { stop: () => Promise.resolve() };
      },
    } as never,
    { gauge: () => undefined } as never,
  );
  await round();
  await service.onApplicationShutdown();
  return { limits, runs };
}

it.each([
  ['as many as a batch holds', 50, 100, [50]],
  ['no more than the rate allows', 50, 7, [7]],
  ['nothing if the rate allows none', 50, 0, []],
])('polling: a round claims %s', async (_, batch, allowed, limits) => {
  expect(await roundOf({ batch, allowed })).toEqual({ limits, runs: [] });
});

it('polling: a round records how many trades were answered', async () => {
  const results = ['changed', 'quiet', 'quiet', 'unanswered', new Error('the database is away')] as const;
  const { runs } = await roundOf({ batch: 50, allowed: 50 }, results);
  expect(runs).toEqual([{ startedAt: ASKED_AT, claimed: 5, answered: 3, changed: 1, unanswered: 1 }]);
});
