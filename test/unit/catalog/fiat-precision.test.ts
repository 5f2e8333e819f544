import { describe, expect, it } from 'vitest';
import { fiatDigits, toFiatAmount } from '#src/catalog/rules/fiat-precision.js';

describe('fiatDigits', () => {
  it.each([
    ['USD', 2],
    ['EUR', 2],
    ['INR', 2],
    ['HUF', 2],
    ['IDR', 2],
    ['COP', 2],
    ['LAK', 2],
    ['XCG', 2],
    ['MRU', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['VND', 0],
    ['CLP', 0],
    ['ISK', 0],
    ['XOF', 0],
    ['KWD', 3],
    ['BHD', 3],
    ['TND', 3],
    ['IQD', 3],
  ])('%s has %i', (fiat, digits) => {
    expect(fiatDigits(fiat, {})).toBe(digits);
  });

  it.each([
    '',
    'usd',
    'US',
    'USDT',
    'XAU',
    'XXX',
    'XTS',
    'XDR',
    'BTC',
    'BGN',
    'HRK',
    'ANG',
    'RMB',
    ' USD',
    'BOV',
    'CHE',
    'CHW',
    'CLF',
    'COU',
    'MXV',
    'USN',
    'UYI',
    'UYW',
    '__proto__',
    'constructor',
  ])('%j is no currency', (fiat) => {
    expect(fiatDigits(fiat, {})).toBeNull();
  });
});

describe('toFiatAmount', () => {
  it.each([
    ['USD', '100', '100.00'],
    ['USD', '100.5', '100.50'],
    ['USD', '0.01', '0.01'],
    ['JPY', '1000', '1000'],
    ['KWD', '1.5', '1.500'],
    ['USD', '12345678901234567890.12', '12345678901234567890.12'],
  ])('%s %s is sent as %s', (fiat, amount, sent) => {
    expect(toFiatAmount(fiat, amount, {})).toEqual({ kind: 'ok', amount: sent });
  });

  it.each([
    ['USD', '100.000', 2],
    ['USD', '0.001', 2],
    ['JPY', '1000.0', 0],
    ['KWD', '1.0001', 3],
  ])('%s %s has too many decimals', (fiat, amount, digits) => {
    expect(toFiatAmount(fiat, amount, {})).toEqual({ kind: 'too_precise', digits });
  });

  it('uses the decimals that the operator sets for existing currencies', () => {
    expect(toFiatAmount('HUF', '20000', { HUF: 0 })).toEqual({ kind: 'ok', amount: '20000' });
    expect(toFiatAmount('HUF', '20000.0', { HUF: 0 })).toEqual({ kind: 'too_precise', digits: 0 });
    expect(toFiatAmount('USD', '1', { HUF: 0 })).toEqual({ kind: 'ok', amount: '1.00' });
    expect(toFiatAmount('XAU', '1', { XAU: 0 })).toEqual({ kind: 'unknown_fiat' });
  });

  it('refuses unknown currencies', () => {
    expect(toFiatAmount('XAU', '1', {})).toEqual({ kind: 'unknown_fiat' });
  });
});
