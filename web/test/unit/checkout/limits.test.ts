import { describe, expect, it } from 'vitest';
import { judgeAmount, nearestLimit, NO_LIMITS, suggestedAmount, tightest } from '#web/src/checkout/rules/limits.js';
import type { AmountVerdict, Limits } from '#web/src/checkout/rules/limits.js';

describe('amount limits', () => {
  const limits: Limits = { min: '20', max: '10000.5' };

  it.each<[amount: string, digits: number, verdict: AmountVerdict]>([
    ['100', 2, { kind: 'ok', amount: '100.00' }],
    ['100', 0, { kind: 'ok', amount: '100' }],
    ['100.5', 2, { kind: 'ok', amount: '100.50' }],
    ['100.500', 2, { kind: 'ok', amount: '100.50' }],
    ['100.0', 0, { kind: 'ok', amount: '100' }],
    ['100.501', 2, { kind: 'too_precise' }],
    ['100.5', 0, { kind: 'too_precise' }],
    ['20', 2, { kind: 'ok', amount: '20.00' }],
    ['19.99', 2, { kind: 'too_little', min: '20' }],
    ['10000.50', 2, { kind: 'ok', amount: '10000.50' }],
    ['10000.51', 2, { kind: 'too_much', max: '10000.5' }],
    ['0', 2, { kind: 'zero' }],
    ['0.00', 2, { kind: 'zero' }],
    ['9'.repeat(50), 2, { kind: 'unreadable' }],
  ])('%s with %i decimals', (amount, digits, verdict) => {
    expect(judgeAmount({ kind: 'amount', amount }, digits, limits)).toEqual(verdict);
  });

  it.each<[amount: string, digits: number, limits: Limits, nearest: string | null]>([
    ['5', 2, limits, '20'],
    ['99999', 2, limits, '10000.5'],
    ['99999', 0, limits, '10000'],
    ['5', 0, { min: '19.2', max: null }, '20'],
    ['5', 0, { min: '19.2', max: '19.8' }, null],
    ['50', 2, limits, null],
  ])('the amount nearest to %s with %i decimals, in %j: %s', (amount, digits, own, nearest) => {
    const verdict = judgeAmount({ kind: 'amount', amount }, digits, own);
    expect(nearestLimit(verdict, own, digits)).toBe(nearest);
  });
});

it.each<[Limits, Limits, Limits]>([
  [
    { min: '20', max: '100' },
    { min: '50', max: '500' },
    { min: '50', max: '100' },
  ],
  [
    { min: '50', max: '500' },
    { min: '20', max: '100' },
    { min: '50', max: '100' },
  ],
  [
    { min: null, max: '100' },
    { min: '5', max: null },
    { min: '5', max: '100' },
  ],
  [NO_LIMITS, NO_LIMITS, NO_LIMITS],
])('the tightest of %j and %j', (a, b, expected) => {
  expect(tightest(a, b)).toEqual(expected);
});

describe('suggested amount', () => {
  it.each<[min: string | null, max: string | null, suggestion: string | null]>([
    ['20', '10000', '100'],
    ['18', '9000', '100'],
    ['20.01', '10000', '200'],
    ['3000', '1500000', '20000'],
    ['27000', '13500000', '200000'],
    ['0.5', null, '10'],
    ['20', '99', null],
    ['20', '100', '100'],
    [null, '100', null],
  ])('from %s to %s: %s', (min, max, suggestion) => {
    expect(suggestedAmount({ min, max })).toBe(suggestion);
  });
});
