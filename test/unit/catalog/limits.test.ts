import { describe, expect, it } from 'vitest';
import { bestFirst } from '#src/catalog/catalog.service.js';
import { findPair, requireWithinLimits } from '#src/catalog/rules/limits.js';
import type { Problem } from '#src/platform/problems/problem.js';
import type { CryptoPair } from '#src/ramp/port/ramp.types.js';
import type { Side } from '#src/ramp/port/trade-facts.js';
import { pair, quote } from './scripted-ramp.js';

const PAIRS = [
  pair({
    crypto: 'USDT',
    network: 'ETH',
    minBuyAmount: '15.00',
    maxBuyAmount: '2000',
    minSellAmount: '20',
    maxSellAmount: null,
  }),
  pair({ crypto: 'USDT', network: 'BSC', buyEnabled: false }),
  pair({ crypto: 'ETH', network: 'ETH', sellEnabled: false, minBuyAmount: null, maxBuyAmount: null }),
];
const buy = { side: 'BUY', crypto: 'USDT', network: 'ETH' } as const;

interface Terms {
  readonly side: Side;
  readonly crypto: string;
  readonly network: string;
  readonly amount: string;
}

function checkLimits(pairs: readonly CryptoPair[], terms: Terms): object {
  try {
    requireWithinLimits(pairs, terms, 'USD');
    return { kind: 'ok' };
  } catch (error) {
    const { code, extras } = error as Problem;
    return { kind: code, ...extras.members };
  }
}

describe('limits', () => {
  it.each(['15', '15.00', '15.01', '999.99', '2000', '2000.00'])('%s is within', (amount) => {
    expect(checkLimits(PAIRS, { ...buy, amount })).toEqual({ kind: 'ok' });
  });

  it.each(['14.99', '0.01', '2000.01', '9', '100000'])('%s is out of range, and the limits are returned', (amount) => {
    expect(checkLimits(PAIRS, { ...buy, amount })).toEqual({ kind: 'amount_out_of_range', min: '15.00', max: '2000' });
  });

  it('a sale has its own limits, and a missing one does not apply', () => {
    const sell = { ...buy, side: 'SELL' } as const;
    expect(checkLimits(PAIRS, { ...sell, amount: '19.99' })).toEqual({
      kind: 'amount_out_of_range',
      min: '20',
      max: null,
    });
    expect(checkLimits(PAIRS, { ...sell, amount: '99999999999999999999' })).toEqual({ kind: 'ok' });
  });

  it.each([
    ['no such pair', { ...buy, crypto: 'USDT', network: 'TRX' }],
    ['buying is off', { ...buy, network: 'BSC' }],
    ['selling is off', { side: 'SELL', crypto: 'ETH', network: 'ETH' } as const],
  ])('%s: not available', (_, wish) => {
    expect(checkLimits(PAIRS, { ...wish, amount: '100' })).toEqual({ kind: 'crypto_not_available' });
  });

  it.each([[{ ...buy, network: 'ERC20' }], [{ ...buy, network: 'ethereum', crypto: 'usdt' }]])(
    '%j is found under the name in the list',
    (wish) => {
      expect(checkLimits(PAIRS, { ...wish, amount: '100' })).toEqual({ kind: 'ok' });
      expect(findPair(PAIRS, wish)).toBe(PAIRS[0]);
    },
  );

  it('an exact name precedes another name of the same network', () => {
    const both = ['MATIC', 'POLYGON'].map((network) => pair({ crypto: 'POL', network }));
    expect(findPair(both, { crypto: 'POL', network: 'POLYGON' })).toBe(both[1]);
    expect(findPair(both, { crypto: 'POL', network: 'POL' })).toBe(both[0]);
  });
});

describe('bestFirst', () => {
  const ways = (quotes: { payWayCode: string | null }[]): (string | null)[] =>
    quotes.map(({ payWayCode }) => payWayCode);

  it('BUY: sorts by crypto as numbers, highest first, nulls last, stable', () => {
    const quotes = [
      quote({ payWayCode: 'none', cryptoQuantity: null }),
      quote({ payWayCode: 'nine', cryptoQuantity: '9.5' }),
      quote({ payWayCode: 'ten', cryptoQuantity: '10.0' }),
      quote({ payWayCode: 'odd', cryptoQuantity: 'NaN' }),
      quote({ payWayCode: 'ten again', cryptoQuantity: '10' }),
      quote({ payWayCode: 'tiny', cryptoQuantity: '0.0000001' }),
      quote({ payWayCode: 'more', cryptoQuantity: '10.000000000000000000000000000001' }),
    ];
    expect(ways(bestFirst('BUY', quotes))).toEqual(['more', 'ten', 'ten again', 'nine', 'tiny', 'none', 'odd']);
  });

  it('SELL: sorts by fiat, highest first', () => {
    const quotes = [
      quote({ payWayCode: 'a', fiatQuantity: '1', cryptoQuantity: '9' }),
      quote({ payWayCode: 'b', fiatQuantity: '2', cryptoQuantity: '1' }),
    ];
    expect(ways(bestFirst('SELL', quotes))).toEqual(['b', 'a']);
  });
});
