import { describe, expect, it } from 'vitest';
import type { Quote } from '#client/src/index.js';
import { retryChoice } from '#web/src/order/retry-choice.js';
import { purchase } from './orders.js';

const items = (...codes: readonly (string | null)[]) => ({
  items: codes.map((payWayCode) => ({ payWayCode, crypto: 'USDT', cryptoQuantity: '97.5' }) as Quote),
});
const failed = purchase({ status: 'PAYMENT_FAILED', payWayCode: 'card' });
const cancelled = purchase({ status: 'CANCELLED', payWayCode: 'card' });

describe('methods for a new payment', () => {
  it.each<[what: string, quotes: ReturnType<typeof items>, order: typeof failed, first: string | null]>([
    ['another one than the one that failed', items('card', 'bank', 'wallet'), failed, 'bank'],
    ['the same after a cancellation', items('bank', 'card'), cancelled, 'card'],
    ['another one if the own is gone', items('bank'), cancelled, 'bank'],
    ['its own if there is no other', items('card'), failed, 'card'],
    ['no choice without prices', items(), failed, null],
    ['no choice without codes', items(null), failed, null],
  ])('%s', (_what, quotes, order, first) => {
    expect(retryChoice(quotes, order)?.first ?? null).toBe(first);
  });

  it('mark the one that failed', () => {
    const marks = (order: typeof failed) =>
      retryChoice(items('card', 'bank'), order)?.methods.map(({ hasFailed }) => hasFailed);
    expect(marks(failed)).toEqual([true, false]);
    expect(marks(cancelled)).toEqual([false, false]);
  });
});
