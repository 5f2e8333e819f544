import { describe, expect, it } from 'vitest';
import type { Quote } from '#client/src/types.js';
import { evenDecimals } from '#web/src/prices/rules/estimates.js';
import { FRESH_MS, isFresh, secondsLeft, shouldAsk, UNTOUCHED_MS } from '#web/src/prices/rules/price-age.js';
import type { PriceClock } from '#web/src/prices/rules/price-age.js';
import { agreedQuantity, priceChange } from '#web/src/prices/rules/price-change.js';
import { meritsIn, preselected } from '#web/src/prices/rules/preselection.js';
import { bestQuote, chosenQuote, nextQuotes, NO_QUOTES, shownQuote } from '#web/src/prices/rules/quotes-state.js';
import type { QuotesEvent, QuotesState } from '#web/src/prices/rules/quotes-state.js';

const NOW = 1_800_000_000_000;

describe('refresh of prices', () => {
  const clock: PriceClock = {
    now: NOW,
    pricedAt: NOW - FRESH_MS,
    failure: null,
    isAsking: false,
    isVisible: true,
    isOnline: true,
    touchedAt: NOW,
  };
  const failed = (
    count: number,
    at: number,
    retryAfterMs: number | null = null,
    mayPass = true,
  ): Partial<PriceClock> => ({
    failure: { at, count, retryAfterMs, mayPass },
  });

  it.each<[why: string, change: Partial<PriceClock>, ask: boolean]>([
    ['old prices', {}, true],
    ['none yet', { pricedAt: null }, true],
    ['fresh ones', { pricedAt: NOW - FRESH_MS + 1 }, false],
    ['the clock was set back', { pricedAt: NOW + 1 }, true],
    ['a request is running', { isAsking: true }, false],
    ['the page is hidden', { isVisible: false }, false],
    ['no connection', { isOnline: false }, false],
    ['the visitor is idle', { touchedAt: NOW - UNTOUCHED_MS }, false],
    ['the visitor was active just in time', { touchedAt: NOW - UNTOUCHED_MS + 1 }, true],
    ['just failed', failed(1, NOW), false],
    ['failed a while ago', failed(1, NOW - 3000), true],
    ['failed twice', failed(2, NOW - 5999), false],
    ['failed twice, longer ago', failed(2, NOW - 6000), true],
    ['before Retry-After', failed(1, NOW - 9999, 10_000), false],
    ['after Retry-After', failed(1, NOW - 10_000, 10_000), true],
    ['failed permanently', failed(1, NOW - 1e9, null, false), false],
    ['failed four times', failed(4, NOW - 24_000), true],
    ['failed too often', failed(5, NOW - 1e9), false],
  ])('%s', (_why, change, ask) => {
    expect(shouldAsk({ ...clock, ...change })).toBe(ask);
  });

  it.each([
    [NOW, NOW, 30],
    [NOW, NOW + 1, 30],
    [NOW, NOW + 1000, 29],
    [NOW, NOW + FRESH_MS - 1, 1],
    [NOW, NOW + FRESH_MS, 0],
    [NOW, NOW - 1, 0],
  ])('counts down: priced at %i, now %i', (pricedAt, now, left) => {
    expect(secondsLeft(pricedAt, now)).toBe(left);
    expect(isFresh(pricedAt, now)).toBe(left > 0);
  });
});

describe('price change', () => {
  it.each<[before: string | null, now: string | null, kind: string, percent: string]>([
    ['100', '100', 'same', '0'],
    ['100', '100.000', 'same', '0'],
    ['100', '101', 'better', '1'],
    ['100', '99.5', 'worse', '0.5'],
    ['100', '99', 'worse', '1'],
    ['100', '98.999999', 'moved', '1'],
    ['0.00000012', '0.00000006', 'moved', '50'],
    [null, '100', 'same', '0'],
    ['100', null, 'same', '0'],
    ['0', '100', 'same', '0'],
    ['100', '0', 'same', '0'],
    ['about 5', '100', 'same', '0'],
  ])('from %s to %s', (before, now, kind, percent) => {
    expect(priceChange(before, now)).toEqual({ kind, percent });
  });

  it('compares with the best quantity shown, so that a slow fall is noticed', () => {
    let agreed: string | null = null;
    const kinds = ['100', '99.6', '99.2', '100.5', '99.4', null, '98'].map((now) => {
      const { kind } = priceChange(agreed, now);
      agreed = agreedQuantity(agreed, now);
      return kind;
    });
    expect(kinds).toEqual(['same', 'worse', 'worse', 'better', 'moved', 'same', 'moved']);
    expect(agreed).toBe('100.5');
  });
});

describe('decimals of the estimates in a list', () => {
  it.each<[estimates: (string | null)[], decimals: number]>([
    [['108.5', '106.533333', '104.777777'], 4],
    [['105.42', '103.4', '101'], 2],
    [['54', '53'], 0],
    [['100.000', '99.10'], 1],
    [['0.000012', '0.000011'], 6],
    [['0.00001234567', '0.0000119'], 8],
    [['0.99987654', '1.00012345'], 4],
    [['100', null, 'about 5.123456'], 0],
    [[], 0],
  ])('%j: %i', (estimates, decimals) => {
    expect(evenDecimals(estimates)).toBe(decimals);
  });
});

describe('quotes of one request', () => {
  const quote = (payWayCode: string | null, cryptoQuantity: string | null): Quote => ({
    fiat: 'EUR',
    crypto: 'USDT',
    payWayCode,
    cryptoPrice: '0.9',
    cryptoQuantity,
    fiatQuantity: null,
    rampFee: null,
    rampFeeInUSD: null,
    networkFee: null,
    cryptoNetworkFee: null,
    rebateFiatAmount: null,
    rebateUsdAmount: null,
  });
  const first = { items: [quote('card', '100'), quote('bank', '99')], failures: [] };
  const SAME = { fiat: 'EUR', crypto: 'USDT' };
  const second = { items: [quote('bank', '101')], failures: [] };
  const came = (prices: NonNullable<QuotesState['prices']>, at: number) =>
    ({ kind: 'came', prices, first: prices.items[0], at }) as const;
  const failure = { error: new Error('cut'), at: NOW, retryAfterMs: null };

  it('stay during a refresh and after it fails', () => {
    let state = nextQuotes(NO_QUOTES, { kind: 'asked' });
    expect(state).toEqual({ ...NO_QUOTES, isAsking: true });
    state = nextQuotes(state, came(first, NOW));
    expect(state).toEqual({ ...NO_QUOTES, prices: first, pricedAt: NOW, firstMethod: 'card' });
    state = nextQuotes(nextQuotes(state, { kind: 'asked' }), { kind: 'failed', ...failure, mayPass: true });
    expect(state).toMatchObject({ prices: first, pricedAt: NOW, isAsking: false, failure: { count: 1 } });
    state = nextQuotes(state, { kind: 'failed', ...failure, mayPass: true });
    expect(state.failure?.count).toBe(2);
    state = nextQuotes(state, came(second, NOW + 5));
    expect(state).toMatchObject({ prices: second, pricedAt: NOW + 5, isAsking: false, failure: null });
    expect(nextQuotes(state, { kind: 'changed', to: null })).toMatchObject({ prices: null, pricedAt: null });
  });

  it('stay visible while the amount is retyped, and are not for use', () => {
    const retyped = nextQuotes(nextQuotes(NO_QUOTES, came(first, NOW)), { kind: 'changed', to: null });
    const again = nextQuotes(nextQuotes(retyped, { kind: 'changed', to: SAME }), { kind: 'asked' });
    for (const state of [retyped, again]) {
      expect(state).toMatchObject({ prices: null, pricedAt: null, firstMethod: null });
      expect([shownQuote(state, null), shownQuote(state, 'bank')]).toEqual(first.items);
    }
    const priced = nextQuotes(again, came(second, NOW + 1));
    expect([priced.past, shownQuote(priced, null)]).toEqual([null, second.items[0]]);
    expect(nextQuotes(again, { kind: 'failed', ...failure, mayPass: true })).toMatchObject({ past: null });
  });

  it.each<[why: string, event: QuotesEvent]>([
    ['the amount stays incomplete', { kind: 'dropped' }],
    ['the currency changes', { kind: 'changed', to: { ...SAME, fiat: 'USD' } }],
    ['the crypto changes', { kind: 'changed', to: { ...SAME, crypto: 'BTC' } }],
  ])('vanish if %s', (_why, event) => {
    expect(nextQuotes(nextQuotes(NO_QUOTES, came(first, NOW)), event)).toEqual(NO_QUOTES);
  });

  it('end if the request is refused', () => {
    const state = nextQuotes(nextQuotes(NO_QUOTES, came(first, NOW)), { kind: 'failed', ...failure, mayPass: false });
    expect(state).toMatchObject({ prices: null, pricedAt: null, isAsking: false, failure: { mayPass: false } });
  });

  it('replace a single price', () => {
    const priced = nextQuotes(NO_QUOTES, came(first, NOW));
    const moved = quote('bank', '90');
    const state = nextQuotes(priced, { kind: 'moved', quote: moved });
    expect(state.prices?.items).toEqual([first.items[0], moved]);
    expect(state).toMatchObject({ pricedAt: NOW });
    const fresh = quote('cash', '1');
    expect(nextQuotes(priced, { kind: 'moved', quote: fresh }).prices?.items[0]).toBe(fresh);
    expect(nextQuotes(NO_QUOTES, { kind: 'moved', quote: fresh }).prices?.items).toEqual([fresh]);
  });

  it('keep the preselected method until the terms change', () => {
    const reordered = { items: [quote('bank', '101'), quote('card', '100')], failures: [] };
    let state = nextQuotes(NO_QUOTES, came({ items: [], failures: [] }, NOW));
    expect(state.firstMethod).toBeNull();
    state = nextQuotes(nextQuotes(state, came(first, NOW)), came(reordered, NOW + 1));
    expect(state.firstMethod).toBe('card');
    expect(chosenQuote(reordered, state.firstMethod)).toBe(reordered.items[1]);
    state = nextQuotes(state, { kind: 'failed', ...failure, mayPass: false });
    expect(nextQuotes(state, came(second, NOW + 2)).firstMethod).toBe('card');
    state = nextQuotes(nextQuotes(state, { kind: 'changed', to: SAME }), came(reordered, NOW + 3));
    expect(state.firstMethod).toBe('bank');
  });

  it('select the first method or the requested one, and no substitute', () => {
    expect(chosenQuote(first, null)).toBe(first.items[0]);
    expect(chosenQuote(first, 'bank')).toBe(first.items[1]);
    expect(chosenQuote(second, 'card')).toBeUndefined();
    expect(chosenQuote({ items: [], failures: [] }, null)).toBeUndefined();
  });

  it.each<
    [
      why: string,
      items: readonly [code: string, quantity: string | null, minutes: number | null][],
      first: string,
      fastest?: string,
    ]
  >([
    [
      'the fastest within 2 %',
      [
        ['bank', '100', 2880],
        ['card', '98', 10],
      ],
      'card',
      'card',
    ],
    [
      'the best, if the fastest costs more',
      [
        ['bank', '100', 2880],
        ['card', '97.99', 10],
      ],
      'bank',
      'card',
    ],
    [
      'the best of equally fast ones',
      [
        ['bank', '100', 10],
        ['card', '99', 10],
        ['cash', '99', 60],
      ],
      'bank',
      'bank',
    ],
    [
      'the best, if all are equally fast',
      [
        ['bank', '100', 10],
        ['card', '99', 10],
      ],
      'bank',
    ],
    [
      'the best, without times',
      [
        ['bank', '100', null],
        ['card', '99', null],
      ],
      'bank',
    ],
    [
      'the best, if no other time is known',
      [
        ['bank', '100', null],
        ['card', '99', 10],
      ],
      'bank',
    ],
    [
      'the first, without quantities',
      [
        ['bank', null, 2880],
        ['card', null, 10],
      ],
      'bank',
      'card',
    ],
    ['the only one', [['bank', '100', 2880]], 'bank'],
  ])('preselect %s', (_why, items, selected, fastest) => {
    const quotes = items.map(([code, quantity]) => quote(code, quantity));
    const minutesOf = (wanted: string | null) => items.find(([code]) => code === wanted)?.[2] ?? null;
    const first = preselected(quotes, minutesOf)!;
    expect(first.payWayCode).toBe(selected);
    const meritsOf = meritsIn(quotes, minutesOf);
    expect(quotes.find((each) => meritsOf(each).includes('fastest'))?.payWayCode).toBe(fastest);
    expect(meritsOf(first).length > 0).toBe(bestQuote(quotes) !== undefined);
  });

  it('mark the largest quantity as best if there is a choice', () => {
    expect(bestQuote([quote('a', '9'), quote('b', '10'), quote('c', null)])?.payWayCode).toBe('b');
    expect(bestQuote([quote('a', '9')])).toBeUndefined();
    expect(bestQuote([quote('a', null), quote('b', null)])).toBeUndefined();
  });
});
