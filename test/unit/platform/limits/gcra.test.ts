import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, costMs } from '#src/platform/limits/buckets.js';
import type { Rate } from '#src/platform/limits/buckets.js';

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

  it('never refuses steady arrivals at or below the rate', () => {
    fc.assert(
      fc.property(
        rates,
        fc.double({ min: 1, max: 3, noNaN: true }),
        fc.integer({ min: 0, max: 1e9 }),
        (rate, slower, from) => {
          const moments = Array.from({ length: 500 }, (_, i) => from + i * costMs(rate) * slower);
          expect(letIn(moments, rate)).toHaveLength(500);
        },
      ),
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
