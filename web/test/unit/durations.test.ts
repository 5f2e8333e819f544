import { describe, expect, it } from 'vitest';
import { purchaseMinutes, spoken, usualMinutes } from '#web/src/durations.js';

describe('durations', () => {
  it.each<readonly [typicalMinutes: number, minutes: number]>([
    [1, 5],
    [5, 5],
    [6, 10],
    [31, 45],
    [46, 60],
    [61, 120],
    [90, 120],
    [300, 360],
    [721, 1440],
    [1440, 1440],
    [1441, 2880],
    [2880, 2880],
    [10_000, 10_080],
  ])('%i minutes are "within" %i for people: rounded up', (typicalMinutes, minutes) => {
    expect(usualMinutes({ typicalMinutes })).toBe(minutes);
  });

  it.each([
    [0, 0, 'minute'],
    [59.9, 59, 'minute'],
    [60, 1, 'hour'],
    [119, 1, 'hour'],
    [1439, 23, 'hour'],
    [1440, 1, 'day'],
    [2879, 1, 'day'],
    [2880, 2, 'day'],
  ])('%d minutes are spoken of as %i %s', (minutes, ...words) => {
    expect(spoken(minutes)).toEqual(words);
  });

  const for5 = { typicalMinutes: 5, slowMinutes: 15 };
  const for20 = { typicalMinutes: 20, slowMinutes: 25 };
  const NONE = { stated: {}, payment: {}, delivery: {}, payout: {} };

  it.each([
    ['unknown', NONE, null],
    ['stated', { ...NONE, stated: { '10001': for5 } }, 5],
    ['measured, both parts together', { ...NONE, payment: { '10001': for20 }, delivery: { ETH: for5 } }, 30],
    ['the payment alone is known', { ...NONE, payment: { '10001': for20 } }, null],
    ['the delivery alone is known', { ...NONE, delivery: { ETH: for20 } }, null],
    [
      'stated and measured: the merchant’s word',
      { ...NONE, stated: { '10001': for20 }, payment: { '10001': for5 }, delivery: { ETH: for5 } },
      20,
    ],
    ['of another method', { ...NONE, stated: { '10002': for5 } }, null],
  ])('of a purchase: %s', (_, durations, minutes) => {
    expect(purchaseMinutes(durations, '10001', 'ETH')).toBe(minutes);
  });
});
