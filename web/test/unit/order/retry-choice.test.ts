import { describe, expect, it } from 'vitest';
import type { Quote } from '#client/src/index.js';
import { failedMethod, retryChoice } from '#web/src/order/retry-choice.js';
import { purchase } from './orders.js';

const quotes = (...codes: readonly (string | null)[]) =>
  codes.map((payWayCode) => ({ payWayCode, crypto: 'USDT', cryptoQuantity: '97.5' }) as Quote);
const failed = purchase({ status: 'PAYMENT_FAILED', payWayCode: 'card' });
const cancelled = purchase({ status: 'CANCELLED', payWayCode: 'card' });
const minutesOf = (code: string | null): number => (code === 'bank' ? 2880 : 10);

describe('methods for a new payment', () => {
  it.each<[what: string, items: readonly Quote[], order: typeof failed, first: string | undefined]>([
    ['the fastest near the best, without the one that failed', quotes('card', 'bank', 'wallet'), failed, 'wallet'],
    ['the same after a cancellation', quotes('wallet', 'bank', 'card'), cancelled, 'card'],
    ['another one if the own is gone', quotes('bank'), cancelled, 'bank'],
    ['its own if there is no other', quotes('card'), failed, 'card'],
    ['no choice without prices', quotes(), failed, undefined],
    ['no choice without codes', quotes(null), failed, undefined],
  ])('%s', (_what, items, order, first) => {
    expect(retryChoice(items, order, minutesOf)?.payWayCode).toBe(first);
  });

  it('name the one that failed', () => {
    expect([failedMethod(failed), failedMethod(cancelled)]).toEqual(['card', null]);
  });
});
