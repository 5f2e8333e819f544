import { describe, expect, it } from 'vitest';
import { readCryptoList, readQuotes } from '../../../src/ramp/http/catalog-records.js';
import { parseWire } from '../../../src/ramp/http/wire.js';
import type { WireValue } from '../../../src/ramp/http/wire.js';

const json = (value: unknown): WireValue =>
  parseWire(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))!.json;

describe('quotes', () => {
  const asked = { fiat: 'EUR', crypto: 'USDT' };
  const record =
    '{"cryptoPrice":"0.93","rampFee":1.10,"rampFeeInUSD":"1.2","cryptoNetworkFee":"2E-7","networkFee":null,' +
    '"cryptoQuantity":"53.1","rebateFiatAmount":"","rebateUsdAmount":"0","fiat":"EUR","crypto":"USDT","payWayCode":10001}';
  const quote = {
    fiat: 'EUR',
    crypto: 'USDT',
    payWayCode: '10001',
    cryptoPrice: '0.93',
    cryptoQuantity: '53.1',
    fiatQuantity: null,
    rampFee: '1.10',
    rampFeeInUSD: '1.2',
    networkFee: null,
    cryptoNetworkFee: '0.0000002',
    rebateFiatAmount: null,
    rebateUsdAmount: '0',
  };

  it.each([
    ['one record', record, [quote]],
    ['a list', `[${record},${record}]`, [quote, quote]],
    ['an empty list', '[]', []],
  ])('are %s', (_, text, value) => {
    expect(readQuotes(json(text), asked)).toEqual({ value });
  });

  it('are for what was asked about when they do not say', () => {
    expect(readQuotes(json('{"fiatQuantity":"92.5"}'), asked)).toMatchObject({
      value: [{ fiat: 'EUR', crypto: 'USDT', fiatQuantity: '92.5', cryptoQuantity: null }],
    });
  });

  it.each(['null', '"x"', '1', `[${record},null]`, `[[${record}]]`])('make no sense: %s', (text) => {
    expect(readQuotes(json(text), asked)).toEqual({ problem: 'a quote is not an object' });
  });
});

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

  it('is read whole', () => {
    expect(readCryptoList(json([entry, { ...entry, network: 'TRX' }]))).toEqual({
      value: [pair, { ...pair, network: 'TRX' }],
    });
  });

  it('may be empty', () => {
    expect(readCryptoList(json([]))).toEqual({ value: [] });
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
  ])('says with %j: enabled is %s', (buyEnable, enabled) => {
    expect(readCryptoList(json([{ ...entry, buyEnable }]))).toMatchObject({ value: [{ buyEnabled: enabled }] });
  });

  it.each([[null], ['USDT'], [[]], [{ ...entry, crypto: '' }], [{ ...entry, network: {} }]])('leaves out %j', (bad) => {
    expect(readCryptoList(json([bad, entry]))).toEqual({ value: [pair] });
    expect(readCryptoList(json([bad]))).toEqual({ problem: 'no entry of the crypto list can be read' });
  });

  it.each([[null], [{}], [7], [{ list: [entry] }]])('is none: %j', (data) => {
    expect(readCryptoList(json(data))).toEqual({ problem: 'the crypto list is not a list' });
  });

  it('keeps the digits of its limits', () => {
    const text = '[{"crypto":"BTC","network":"BTC","minSellAmount":0.00010,"maxSellAmount":1E+3}]';
    expect(readCryptoList(json(text))).toMatchObject({ value: [{ minSellAmount: '0.00010', maxSellAmount: '1000' }] });
  });
});
