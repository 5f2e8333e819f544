import { describe, expect, it } from 'vitest';
import { recentOnes, withRecent } from '#web/src/net/recent-orders.js';
import type { RecentOrder } from '#web/src/net/recent-orders.js';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const DAY_MS = 86_400_000;
const order = (number: string, given: Partial<RecentOrder> = {}): RecentOrder => ({
  number,
  at: NOW,
  link: null,
  isNumberFixed: false,
  ...given,
});

describe('recent orders of this browser', () => {
  it('are the newest five, each once', () => {
    const numbers = ['1', '2', '3', '4', '5', '6', '3'];
    const list = numbers.reduce<readonly RecentOrder[]>((before, number) => withRecent(before, order(number)), []);
    expect(list.map(({ number }) => number)).toEqual(['3', '6', '5', '4', '2']);
  });

  it('end after a day, also on a clock that was set back', () => {
    const stored = [
      order('a', { at: NOW - DAY_MS + 1 }),
      order('b', { at: NOW - DAY_MS }),
      order('c', { at: NOW + DAY_MS }),
    ];
    expect(recentOnes(stored, NOW).map(({ number }) => number)).toEqual(['a']);
  });

  it.each([null, 'x', {}, [null], [{ number: 'a' }], [{ ...order('a'), at: '1' }], [{ ...order('a'), link: 1 }]])(
    'are none in %j',
    (stored) => expect(recentOnes(stored, NOW)).toEqual([]),
  );
});
