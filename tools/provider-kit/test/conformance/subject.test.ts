import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoneAt } from '#tools/provider-kit/conformance/judge/zone.js';
import { chooseSubject } from '#tools/provider-kit/conformance/plan/subject.js';
import type { CryptoPair } from '#src/ramp/port/ramp.types.js';
import { compareDecimals } from '#src/platform/terms/decimal.js';

const WISHES = { fiat: 'USD', country: 'US', crypto: null, network: null, amount: null };

const pair = (changes: Partial<CryptoPair>): CryptoPair => ({
  crypto: 'USDT',
  network: 'ETH',
  buyEnabled: true,
  sellEnabled: true,
  icon: null,
  address: null,
  minBuyAmount: '20',
  maxBuyAmount: '10000',
  minSellAmount: '30',
  maxSellAmount: '5000',
  ...changes,
});

describe('the subject of quotes and creates', () => {
  it('a pair for both sides is preferred to a pair for BUY only', () => {
    const pairs = [pair({ network: 'BSC', buyEnabled: false }), pair({ network: 'TRX', sellEnabled: false }), pair({})];
    expect(chooseSubject(pairs, WISHES)).toMatchObject({ buy: { network: 'ETH' }, sell: { network: 'ETH' } });
  });

  it('the wishes are kept, and another pair is sold if necessary', () => {
    const pairs = [pair({}), pair({ crypto: 'BTC', network: 'BTC', sellEnabled: false })];
    const chosen = chooseSubject(pairs, { ...WISHES, crypto: 'BTC', amount: '70.5' });
    expect(chosen).toMatchObject({ buy: { crypto: 'BTC', amount: '70.5' }, sell: { crypto: 'USDT' } });
  });

  const amount = fc
    .tuple(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 1, max: 99 }))
    .map(([whole, part]) => `${whole}.${part}`);

  it('amounts are within the limits, except the deliberate ones', () => {
    fc.assert(
      fc.property(fc.tuple(amount, amount), (limits) => {
        const [min = '', max = ''] = [...limits].sort(compareDecimals);
        const { buy, sell } = chooseSubject(
          [pair({ minBuyAmount: min, maxBuyAmount: max, minSellAmount: min, maxSellAmount: max })],
          WISHES,
        );
        for (const inside of [buy?.amount ?? '', sell?.amount ?? '']) {
          expect([compareDecimals(inside, min) >= 0, compareDecimals(inside, max) <= 0]).toEqual([true, true]);
        }
        expect(compareDecimals(buy?.tooMuch ?? '', max)).toBe(1);
        if (buy?.tooLittle != null) expect(compareDecimals(buy.tooLittle, min)).toBe(-1);
      }),
    );
  });
});

describe("a zone's name", () => {
  it('has that offset in summer and in winter', () => {
    for (let minutes = -14 * 60; minutes <= 15 * 60; minutes += 15) {
      const zone = zoneAt(minutes);
      if (zone === null) continue;
      for (const month of [1, 7]) {
        const moment = Date.UTC(2026, month, 15, 12);
        const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
        const offset = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value;
        const hours = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0');
        const rest = String(Math.abs(minutes) % 60).padStart(2, '0');
        // Some versions of Node write a zero offset as `GMT`.
        const written = offset === 'GMT' ? 'GMT+00:00' : offset;
        expect(written, zone).toBe(`GMT${minutes < 0 ? '-' : '+'}${hours}:${rest}`);
      }
    }
  });

  it.each([
    [0, 'UTC'],
    [480, 'Asia/Singapore'],
    [-180, 'Etc/GMT+3'],
    [330, 'Asia/Kolkata'],
    [7 * 15, null],
    [15 * 60, null],
  ])('%i minutes ahead: %s', (minutes, zone) => {
    expect(zoneAt(minutes)).toBe(zone);
  });
});
