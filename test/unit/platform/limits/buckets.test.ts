import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Request, Response } from 'express';
import { Buckets, admit, costMs } from '#src/platform/limits/buckets.js';
import type { Rate } from '#src/platform/limits/buckets.js';
import { Slots } from '#src/platform/limits/slots.js';
import { limitAddresses } from '#src/platform/http/edge/configure-app.js';
import { isCounted } from '#src/platform/limits/familiar-keys.js';
import type { FamiliarKeys } from '#src/platform/limits/familiar-keys.js';
import type { LimitsService } from '#src/platform/limits/limits.service.js';

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

  it('are bounded in number, and a dropped one refuses no caller', () => {
    const buckets = new Buckets(100);
    admitted(buckets, 'steady', 20, 0);
    for (let i = 0; i < 10_000; i += 1) {
      expect(buckets.take(`network ${i}`, RATE, 0)).toBe(0);
      // A bucket in use is not dropped.
      expect(buckets.take('steady', RATE, 0)).toBeGreaterThan(0);
    }
    expect(buckets.size).toBe(100);
  });
});

function letIn(moments: readonly number[], rate: Rate): number[] {
  let tat = Number.NEGATIVE_INFINITY;
  return moments.filter((now) => {
    const verdict = admit(tat, now, rate);
    if (verdict.admitted) tat = verdict.tat;
    return verdict.admitted;
  });
}

const rates = fc
  .record({ perSecond: fc.integer({ min: 1, max: 1000 }), times: fc.integer({ min: 1, max: 4 }) })
  .map(({ perSecond, times }) => ({ perSecond, burst: times * perSecond }));
/** Times between requests, many of them short. */
const pauses = fc.array(fc.oneof(fc.double({ min: 0, max: 5, noNaN: true }), fc.integer({ min: 0, max: 3000 })), {
  minLength: 1,
  maxLength: 300,
});
const momentsOf = (gaps: readonly number[], from: number): number[] => {
  let now = from;
  return gaps.map((gap) => (now += gap));
};

describe('GCRA', () => {
  it('admits at most the burst plus the rate over time, for any arrivals', () => {
    fc.assert(
      fc.property(pauses, rates, fc.integer({ min: 0, max: 1e9 }), (gaps, rate, from) => {
        const admitted = letIn(momentsOf(gaps, from), rate);
        for (let first = 0; first < admitted.length; first += 1) {
          const last = admitted.length - 1;
          const seconds = (admitted[last]! - admitted[first]!) / 1000;
          expect(last - first + 1).toBeLessThanOrEqual(rate.burst + seconds * rate.perSecond + 0.01);
        }
      }),
    );
  });

  it('admits the whole burst at once and then states the exact wait', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 0, max: 1e9 }), (rate, now) => {
        let tat = 0;
        for (let i = 0; i < rate.burst; i += 1) {
          const verdict = admit(tat, now, rate);
          if (!verdict.admitted) throw new Error(`refused the ${i + 1}. of ${rate.burst}`);
          ({ tat } = verdict);
        }
        const refused = admit(tat, now, rate);
        if (refused.admitted) throw new Error('admitted more than the burst');
        expect(refused.waitMs).toBeCloseTo(costMs(rate), 2);
        expect(admit(tat, now + refused.waitMs * 0.9, rate).admitted).toBe(false);
        expect(admit(tat, now + refused.waitMs, rate).admitted).toBe(true);
      }),
    );
  });
});

describe('seats', () => {
  it('are limited, and free again after a release, even a repeated one', () => {
    const seats = new Slots();
    const leave = seats.acquire('all', 2)!;
    expect([seats.acquire('all', 2) !== null, seats.acquire('all', 2), seats.taken('all')]).toEqual([true, null, 2]);
    leave();
    leave();
    expect(seats.taken('all')).toBe(1);
    expect([seats.acquire('all', 2) !== null, seats.acquire('all', 2)]).toEqual([true, null]);
  });

  it('are counted per holder', () => {
    const seats = new Slots();
    const leave = seats.acquire('A-1', 1)!;
    expect(seats.acquire('A-1', 1)).toBeNull();
    expect(seats.acquire('A-2', 1)).not.toBeNull();
    leave();
    leave();
    expect(seats.acquire('A-1', 1)).not.toBeNull();
    expect(seats.acquire('A-1', 1)).toBeNull();
  });
});

const KEY = 'rck_of_the_shop';

/** The buckets that a request counts in, and whether its key counted. */
function counted(key: string | undefined): { spent: string[]; byKey: boolean; passed: boolean } {
  const spent: string[] = [];
  const limits = { spend: (...what: string[]) => spent.push(what.join(' ')) } as unknown as LimitsService;
  const keys: FamiliarKeys = { familiarCaller: (shown) => (shown.reveal() === KEY ? 'key:shop' : null) };
  const request = { ip: '203.0.113.9', get: () => key } as unknown as Request;
  let passed = false;
  limitAddresses(limits, keys)(request, {} as Response, () => (passed = true));
  return { spent, byKey: isCounted(request), passed };
}

describe('an unidentified request counts', () => {
  it.each([
    ['without a key', undefined],
    ['with a key that nobody has seen', 'rck_made_up'],
  ])('for its address, %s', (_, key) => {
    expect(counted(key)).toEqual({ spent: ['address 203.0.113.9'], byKey: false, passed: true });
  });

  it('for a recently accepted key, whatever its outcome', () => {
    expect(counted(KEY)).toEqual({ spent: ['key key:shop'], byKey: true, passed: true });
  });
});
