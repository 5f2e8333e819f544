import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClockDifference } from '#src/ramp/rate/clock-difference.js';

const exchange = fc.record({ pause: fc.nat(10_000), there: fc.nat(300), back: fc.nat(300) });

describe('another clock', () => {
  it('is never overestimated, and is as exact as the quickest exchange', () => {
    fc.assert(
      fc.property(fc.array(exchange, { minLength: 1, maxLength: 30 }), fc.nat(2_000_000_000_000), (given, ahead) => {
        const clock = new ClockDifference();
        let now = 0;
        for (const { pause, there, back } of given) {
          const sent = now + pause;
          now = sent + there + back;
          clock.learn(Math.floor(sent + there + ahead), sent, now);
          const drift = now / 10_000 + 0.01;
          expect(clock.ours(now + ahead)).toBeGreaterThanOrEqual(now - 0.01);
          expect(clock.ours(now + ahead)).toBeLessThanOrEqual(now + back + 1 + drift);
        }
        const quickest = Math.min(...given.map(({ there, back }) => there + back));
        expect(clock.uncertainty).toBeLessThanOrEqual(quickest + 1 + (2 * now) / 10_000);
      }),
    );
  });

  it('is measured again after it was set', () => {
    const clock = new ClockDifference();
    expect(clock.learn(5000, 0, 2)).toBe(true);
    expect(clock.learn(1000, 100, 102)).toBe(false);
    expect(clock.ours(1000)).toBe(102);
    clock.learn(9_000_000, 200, 202);
    expect(clock.ours(9_000_000)).toBe(202);
  });

  it('is unknown after one slow exchange, and known after several', () => {
    const clock = new ClockDifference();
    expect(clock.isKnown).toBe(false);
    const known = [0, 1000, 2000].map((sent) => {
      clock.learn(sent + 300, sent, sent + 400);
      return clock.isKnown;
    });
    expect(known).toEqual([false, false, true]);
    const quick = new ClockDifference();
    quick.learn(10, 0, 20);
    expect(quick.isKnown).toBe(true);
  });
});
