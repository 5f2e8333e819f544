import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuotes } from '#src/ramp/wire/quote-records.js';
import { parseWire } from '#src/ramp/wire/wire.js';
import type { WireValue } from '#src/ramp/wire/wire.js';
import type { Quotes } from '#src/ramp/port/ramp.errors.js';
import type { QuoteRequest } from '#src/ramp/port/ramp.types.js';
import { isPositiveDecimal } from '#src/platform/terms/decimal.js';
import { NO_CODES } from './support/codes.js';

const json = (text: string): WireValue => parseWire(Buffer.from(text))!.json;
const buy: QuoteRequest = {
  side: 'BUY',
  crypto: 'USDT',
  network: 'ETH',
  fiat: 'EUR',
  country: 'DE',
  amount: '50.00',
  payWayCode: null,
  type: 'ALL',
};
const sell: QuoteRequest = { ...buy, side: 'SELL', type: 'ONE' };

const read = (text: string, asked = buy) =>
  readQuotes(json(text), asked, { mask: (message) => message, codes: NO_CODES });

function value(text: string, asked = buy): Quotes {
  const reading = read(text, asked);
  if (!('value' in reading)) throw new Error(JSON.stringify(reading));
  return reading.value;
}

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

describe('quotes', () => {
  it.each([
    ['one record', record, [quote]],
    ['a list', `[${record},${record}]`, [quote, quote]],
    ['an empty list', '[]', []],
  ])('are %s', (_, text, quotes) => {
    expect(read(text)).toEqual({ value: { quotes, failures: [] } });
  });

  it('without names are for the requested pair', () => {
    expect(read('{"fiatQuantity":"92.5"}', sell)).toMatchObject({
      value: { quotes: [{ fiat: 'EUR', crypto: 'USDT', fiatQuantity: '92.5', cryptoQuantity: null }] },
    });
  });

  it('keep every digit of a JSON number', () => {
    const text = '{"cryptoQuantity":53.100000000000000001230,"cryptoPrice":12345678901234567890.10,"networkFee":0.10}';
    expect(value(text).quotes).toMatchObject([
      { cryptoQuantity: '53.100000000000000001230', cryptoPrice: '12345678901234567890.10', networkFee: '0.10' },
    ]);
  });

  it('of a sale have no quantity of crypto', () => {
    const text = '{"fiatQuantity":92.50,"cryptoQuantity":null,"networkFee":null,"cryptoPrice":"0.93","rampFee":"1"}';
    expect(value(text, sell).quotes).toMatchObject([
      { fiatQuantity: '92.50', cryptoQuantity: null, networkFee: null, payWayCode: null },
    ]);
  });

  it.each(['null', '"x"', '1', 'true'])('are invalid: %s', (text) => {
    expect(read(text)).toEqual({ problem: 'a quote is not an object' });
  });
});

describe('a method without a price', () => {
  const withRecord = (entry: string): Quotes => value(`[${entry},${record}]`);

  it.each([
    ['no object', 'null', null],
    ['text', '"error"', null],
    ['a number', '7', null],
    ['a list', `[${record}]`, null],
    ['nothing in it', '{}', null],
    ['no quantity', '{"payWayCode":"7","cryptoPrice":"0.93"}', '7'],
    ['a null quantity', '{"payWayCode":"7","cryptoPrice":"0.93","cryptoQuantity":null}', '7'],
    ['only a sale’s quantity', '{"payWayCode":"7","fiatQuantity":"9"}', '7'],
    ['a quantity of zero', '{"payWayCode":"7","cryptoQuantity":"0.00"}', '7'],
    ['a quantity below zero', '{"payWayCode":"7","cryptoQuantity":-1}', '7'],
    ['a quantity that is no number', '{"payWayCode":"7","cryptoQuantity":"NaN"}', '7'],
    ['a quantity in words', '{"payWayCode":"7","cryptoQuantity":"53,1"}', '7'],
    ['a price of zero', '{"payWayCode":"7","cryptoQuantity":"53.1","cryptoPrice":0}', '7'],
    ['a price that cannot be read', '{"payWayCode":"7","cryptoQuantity":"53.1","cryptoPrice":"about 1"}', '7'],
    ['another currency', '{"payWayCode":"7","cryptoQuantity":"53.1","fiat":"USD"}', '7'],
    ['another crypto', '{"payWayCode":"7","cryptoQuantity":"53.1","crypto":"BTC"}', '7'],
    ['no success', '{"payWayCode":"7","cryptoQuantity":"53.1","success":false}', '7'],
    ['a method that is no text', '{"payWayCode":{"a":1}}', null],
  ])('does not affect the others: %s', (_, entry, payWayCode) => {
    expect(withRecord(entry)).toEqual({ quotes: [quote], failures: [{ payWayCode, refusal: null }] });
    expect(read(`[${entry}]`)).toEqual({ problem: 'no quote can be read' });
  });

  it('may be refused, with the limits in the message', () => {
    const entry =
      '{"payWayCode":"7","success":false,"returnCode":"3102","data":null,"returnMsg":' +
      '"Quote amount exceed the range, The Min purchase amount is 60, The max purchase amount is 500.5"}';
    const { quotes, failures } = withRecord(entry);
    expect(quotes).toEqual([quote]);
    expect(failures).toMatchObject([
      { payWayCode: '7', refusal: { reason: 'amount_out_of_range', returnCode: '3102', min: '60', max: '500.5' } },
    ]);
    expect(value(`[${entry}]`)).toEqual({ quotes: [], failures });
  });

  it.each([
    ['"3101"', 'crypto_not_configured'],
    ['3101', 'crypto_not_configured'],
    ['"9999"', 'undocumented'],
    ['"E-12"', 'undocumented'],
  ])('may be refused with %s: %s', (returnCode, reason) => {
    const { failures } = withRecord(`{"payWayCode":"7","returnCode":${returnCode},"returnMsg":"not configured"}`);
    expect(failures).toMatchObject([{ payWayCode: '7', refusal: { reason, returnMsg: 'not configured' } }]);
  });

  it('is refused even with a quantity', () => {
    expect(withRecord('{"cryptoQuantity":"99","returnCode":"3101","returnMsg":7}')).toMatchObject({
      quotes: [quote],
      failures: [{ refusal: { reason: 'crypto_not_configured', returnMsg: null } }],
    });
  });

  it('excludes one with the success code', () => {
    expect(value(`[${record.replace('{', '{"success":true,"returnCode":"0000",')}]`).quotes).toEqual([quote]);
  });

  it('has its message masked, after its limits are read', () => {
    const message = 'The Min purchase amount is 60, secret';
    const entry = JSON.stringify([{ returnCode: '3102', returnMsg: message }]);
    const reading = readQuotes(json(entry), buy, {
      mask: ({ returnMsg }) => ({ returnCode: '*', returnMsg: `masked, not ${returnMsg?.length}` }),
      codes: NO_CODES,
    });
    expect(reading).toMatchObject({
      value: { failures: [{ refusal: { returnCode: '*', returnMsg: 'masked, not 37', min: '60' } }] },
    });
  });

  it('includes a quote for another method than the requested one', () => {
    const asked = { ...buy, type: 'ONE', payWayCode: '10001' } as const;
    const other = record.replace('10001', '10002');
    expect(value(`[${other},${record}]`, asked)).toEqual({
      quotes: [quote],
      failures: [{ payWayCode: '10002', refusal: null }],
    });
    expect(value(record.replace(',"payWayCode":10001', ''), asked).quotes).toHaveLength(1);
    expect(value(other, { ...asked, payWayCode: null }).quotes).toHaveLength(1);
    expect(value(`[${other},${record}]`, { ...asked, type: 'ALL' }).quotes).toHaveLength(2);
  });
});

describe('any answer', () => {
  const leaf = fc.oneof(
    fc.constantFrom('EUR', 'USDT', 'BTC', '3101', '0000', '53.1', '1E-7', '-1', '0', 'NaN', '1e999', ''),
    fc.jsonValue({ maxDepth: 1 }),
    fc.double({ noNaN: true }),
  );
  const names = ['cryptoQuantity', 'fiatQuantity', 'cryptoPrice', 'fiat', 'crypto', 'payWayCode', 'returnCode'];
  const entry = fc.oneof(
    fc.dictionary(fc.constantFrom(...names, 'returnMsg', 'success', 'rampFee', '__proto__', 'constructor'), leaf),
    fc.jsonValue(),
  );
  const wished = fc.constantFrom<QuoteRequest>(buy, sell, { ...buy, type: 'ONE', payWayCode: '53.1' });

  it('is read without errors, each entry once, and only prices count', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(entry), entry), wished, (data, asked) => {
        const reading = read(JSON.stringify(data), asked);
        if (!('value' in reading)) return;
        const { quotes, failures } = reading.value;
        expect(quotes.length + failures.length).toBe(Array.isArray(data) ? data.length : 1);
        if (failures.length > 0 && quotes.length === 0) {
          expect(failures.some(({ refusal }) => refusal !== null)).toBe(true);
        }
        for (const one of quotes) {
          const received = asked.side === 'BUY' ? one.cryptoQuantity : one.fiatQuantity;
          expect(isPositiveDecimal(received ?? '')).toBe(true);
          expect([one.fiat.toUpperCase(), one.crypto.toUpperCase()]).toEqual([asked.fiat, asked.crypto]);
          for (const amount of [one.cryptoPrice, one.rampFee, one.networkFee]) {
            expect(amount === null || /^-?\d+(\.\d+)?$/.test(amount)).toBe(true);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
