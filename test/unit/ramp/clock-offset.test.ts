import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreeingWithNewest, clockOffset, withAnswer } from '../../../src/ramp/provider/clock-offset.js';
import type { DatedAnswer } from '../../../src/ramp/provider/clock-offset.js';

const NOW = Date.UTC(2026, 0, 31, 12);
const MINUTE = 60_000;

/** An answer to a request sent at `at`, dated by a clock that is ahead by `offset`; `there` and `back` are its ways. */
function answer(offset: number, at = NOW, there = 40, back = 40): DatedAnswer {
  const date = Math.floor((at + there + offset) / 1000) * 1000;
  return { sentAt: at, receivedAt: at + there + back, date };
}

describe('the offset to the provider', () => {
  it('is not known without an answer', () => {
    expect(clockOffset([])).toBeNull();
  });

  it.each([0, 400, -700, 20 * MINUTE, -20 * MINUTE])('of one answer is known to about a second: %i ms', (offset) => {
    expect(Math.abs(clockOffset([answer(offset)])! - offset)).toBeLessThanOrEqual(540);
  });

  it('takes the way there and back into account: half of a slow exchange, not all of it', () => {
    const slow = { sentAt: NOW, receivedAt: NOW + 6000, date: NOW + 3000 };
    expect(clockOffset([slow])).toBe(500);
  });

  it('becomes exact with answers whose seconds begin at other moments', () => {
    const answers = [0, 130, 270, 410, 590, 730, 860, 950].map((part, i) => answer(1234, NOW + i * 1000 + part, 5, 5));
    expect(Math.abs(clockOffset(answers)! - 1234)).toBeLessThanOrEqual(100);
  });

  it('is never outside of what all answers prove, whatever their ways', () => {
    const way = fc.integer({ min: 0, max: 8000 });
    const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 100_000 }), way, way), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: -86_400_000, max: 86_400_000 }), times, (offset, given) => {
        const answers = given.map(([at, there, back]) => answer(offset, NOW + at, there, back));
        const narrowest = Math.min(...answers.map(({ sentAt, receivedAt }) => receivedAt - sentAt + 1000));
        expect(Math.abs(clockOffset(answers)! - offset)).toBeLessThanOrEqual(narrowest);
        const found = clockOffset(answers)!;
        for (const { sentAt, receivedAt, date } of answers) {
          expect(found).toBeGreaterThanOrEqual(date - receivedAt - 1);
          expect(found).toBeLessThanOrEqual(date + 1000 - sentAt + 1);
        }
      }),
    );
  });

  it('is not moved by single answers that another clock dated, wherever they stand', () => {
    const lies = fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { maxLength: 3 });
    const other = fc.integer({ min: 5000, max: 10 * 365 * 86_400_000 });
    fc.assert(
      fc.property(lies, other, fc.boolean(), (wrong, by, isAhead) => {
        const offsetOf = (i: number): number => (wrong.includes(i) ? (isAhead ? by : -by) : 0);
        const answers = Array.from({ length: 8 }, (_, i) => answer(offsetOf(i), NOW + i * 1000));
        expect(Math.abs(clockOffset(answers)!)).toBeLessThanOrEqual(540);
      }),
    );
  });

  it('of two answers that contradict each other the newer one is right', () => {
    expect(clockOffset([answer(0), answer(MINUTE, NOW + 1000)])).toBeGreaterThan(59_000);
    expect(clockOffset([answer(MINUTE), answer(0, NOW + 1000)])).toBeLessThan(1000);
  });

  it('follows a clock that was set once most answers say so', () => {
    const before = Array.from({ length: 8 }, (_, i) => answer(0, NOW + i * 1000));
    let answers: readonly DatedAnswer[] = before;
    const seen = Array.from({ length: 8 }, (_, i) => {
      answers = withAnswer(answers, answer(MINUTE, NOW + 10_000 + i * 1000));
      return Math.round(clockOffset(answers)! / MINUTE);
    });
    expect(seen).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  });
});

describe('the answers that count', () => {
  it('are the last eight', () => {
    let answers: readonly DatedAnswer[] = [];
    for (let i = 0; i < 12; i++) answers = withAnswer(answers, answer(0, NOW + i));
    expect(answers.map(({ sentAt }) => sentAt - NOW)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('are of the last ten minutes', () => {
    const [old, young] = [answer(0, NOW - 11 * MINUTE), answer(0, NOW - 9 * MINUTE)];
    expect(withAnswer([old, young], answer(0))).toEqual([young, answer(0)]);
  });

  it('are of no time that has not come, after our own clock was set back', () => {
    expect(withAnswer([answer(0, NOW + MINUTE)], answer(0))).toEqual([answer(0)]);
  });

  it('may be told by the newest one', () => {
    const answers = [answer(0), answer(MINUTE, NOW + 1000), answer(200, NOW + 2000)];
    expect(agreeingWithNewest(answers)).toEqual([answers[0], answers[2]]);
    expect(agreeingWithNewest([])).toEqual([]);
  });
});
