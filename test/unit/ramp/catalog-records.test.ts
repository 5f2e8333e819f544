import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCryptoList } from '#src/ramp/wire/catalog-records.js';
import { parseWire } from '#src/ramp/wire/wire.js';
import type { WireValue } from '#src/ramp/wire/wire.js';

const json = (value: unknown): WireValue =>
  parseWire(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))!.json;

const NOTHING_ODD = { unreadable: 0, duplicate: 0, limits: 0 };

describe('the crypto list', () => {
  const entry = {
    crypto: 'USDT',
    network: 'ETH',
    buyEnable: 1,
    sellEnable: 0,
    minPurchaseAmount: 15.5,
    maxPurchaseAmount: 2000,
    address: null,
    icon: 'https://icons.example/usdt.png',
    minSellAmount: null,
    maxSellAmount: 5000,
  };
  const pair = {
    crypto: 'USDT',
    network: 'ETH',
    buyEnabled: true,
    sellEnabled: false,
    minBuyAmount: '15.5',
    maxBuyAmount: '2000',
    minSellAmount: null,
    maxSellAmount: '5000',
    icon: 'https://icons.example/usdt.png',
    address: null,
  };

  it('is read completely', () => {
    expect(readCryptoList(json([entry, { ...entry, network: 'TRX' }]))).toEqual({
      value: { pairs: [pair, { ...pair, network: 'TRX' }], odd: NOTHING_ODD },
    });
  });

  it.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '/icons/usdt.png',
    'ftp://icons.example/',
  ])('has no icon if its URL is no web address: %s', (icon) => {
    expect(readCryptoList(json([{ ...entry, icon }]))).toEqual({
      value: { pairs: [{ ...pair, icon: null }], odd: NOTHING_ODD },
    });
  });

  it.each([
    [1, true],
    ['1', true],
    [true, true],
    [0, false],
    ['0', false],
    [false, false],
    [null, false],
    [2, false],
    ['true', false],
    [{}, false],
  ])('with %j: enabled is %s', (buyEnable, enabled) => {
    expect(readCryptoList(json([{ ...entry, buyEnable }]))).toMatchObject({
      value: { pairs: [{ buyEnabled: enabled }] },
    });
  });

  it.each([[null], ['USDT'], [[]], [{ ...entry, crypto: '' }], [{ ...entry, network: {} }]])('skips %j', (bad) => {
    expect(readCryptoList(json([bad, entry]))).toEqual({
      value: { pairs: [pair], odd: { ...NOTHING_ODD, unreadable: 1 } },
    });
    expect(readCryptoList(json([bad]))).toEqual({ problem: 'no entry of the crypto list can be read' });
  });

  it.each([[null], [{}], [7], [{ list: [entry] }]])('is invalid: %j', (data) => {
    expect(readCryptoList(json(data))).toEqual({ problem: 'the crypto list is not a list' });
  });

  it('keeps the first entry of a repeated pair, and counts the other', () => {
    const off = { ...entry, buyEnable: 0 };
    const twice = [entry, off, { ...entry, network: 'eth' }, off];
    expect(readCryptoList(json(twice))).toEqual({
      value: { pairs: [pair, { ...pair, network: 'eth' }], odd: { ...NOTHING_ODD, duplicate: 2 } },
    });
  });

  it.each<[string, object, object]>([
    [
      'the lower one is the higher',
      { minPurchaseAmount: 10, maxPurchaseAmount: 9.99 },
      { minBuyAmount: null, maxBuyAmount: null },
    ],
    [
      'nothing is below the upper one',
      { minPurchaseAmount: null, maxPurchaseAmount: 0 },
      { minBuyAmount: null, maxBuyAmount: null },
    ],
    ['the upper one is below zero', { maxPurchaseAmount: '-5' }, { minBuyAmount: null, maxBuyAmount: null }],
    ['one cannot be read', { minPurchaseAmount: '15,5' }, { minBuyAmount: null, maxBuyAmount: '2000' }],
    ['one is a thing', { maxPurchaseAmount: {} }, { minBuyAmount: '15.5', maxBuyAmount: null }],
  ])('drops limits, and counts them: %s', (_, given, limits) => {
    expect(readCryptoList(json([{ ...entry, ...given }]))).toEqual({
      value: { pairs: [{ ...pair, ...limits }], odd: { ...NOTHING_ODD, limits: 1 } },
    });
  });

  it.each<[string, object, object]>([
    ['equal', { minPurchaseAmount: 10, maxPurchaseAmount: '10.0' }, { minBuyAmount: '10', maxBuyAmount: '10.0' }],
    ['of a side that is off', { minSellAmount: 0, maxSellAmount: 0 }, { minSellAmount: '0', maxSellAmount: '0' }],
    ['not there', { minPurchaseAmount: null, maxPurchaseAmount: '' }, { minBuyAmount: null, maxBuyAmount: null }],
  ])('keeps limits as they are: %s', (_, given, limits) => {
    expect(readCryptoList(json([{ ...entry, ...given }]))).toEqual({
      value: { pairs: [{ ...pair, ...limits }], odd: NOTHING_ODD },
    });
  });

  it('is read without errors, each pair once, with satisfiable limits', () => {
    const leaf = fc.oneof(fc.constantFrom('USDT', 'ETH', '1', 1, 0, -1, '15.5', '1E+3', null, true), fc.jsonValue());
    const anEntry = fc.oneof(fc.dictionary(fc.constantFrom(...Object.keys(entry), '__proto__'), leaf), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(fc.array(anEntry), fc.jsonValue()), (data) => {
        const read = readCryptoList(json(JSON.stringify(data)));
        if ('problem' in read) return;
        const { pairs, odd } = read.value;
        expect(pairs.length + odd.unreadable + odd.duplicate).toBe((data as unknown[]).length);
        expect(new Set(pairs.map(({ crypto, network }) => JSON.stringify([crypto, network]))).size).toBe(pairs.length);
        for (const { crypto, network, buyEnabled, minBuyAmount, maxBuyAmount } of pairs) {
          expect(crypto !== '' && network !== '').toBe(true);
          if (!buyEnabled || maxBuyAmount === null) continue;
          expect(Number(maxBuyAmount)).toBeGreaterThan(0);
          expect(Number(minBuyAmount ?? 0)).toBeLessThanOrEqual(Number(maxBuyAmount));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
