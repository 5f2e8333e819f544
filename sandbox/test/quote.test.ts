import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allFiats } from '#sandbox/catalog/fiats.js';
import { purchaseLimits } from '#sandbox/catalog/limits.js';
import { PAIRS } from '#sandbox/catalog/pairs.js';
import { PAY_WAYS } from '#sandbox/catalog/pay-ways.js';
import { quoteBuy } from '#sandbox/catalog/quoting.js';
import { startMerchant } from './support/merchant.js';

const CARD = {
  cryptoPrice: '1',
  rampFee: '4.40',
  rampFeeInUSD: '4.40',
  cryptoNetworkFee: '1.5',
  networkFee: '1.50',
  cryptoQuantity: '94.1',
  rebateFiatAmount: '0',
  rebateUsdAmount: '0',
  fiat: 'USD',
  crypto: 'USDT',
  payWayCode: '10001',
};

describe('BUY', () => {
  it.each<[string, Record<string, unknown>]>([
    ['ONE', { type: 'ONE', payWayCode: '10001' }],
    ['no type and no method', {}],
    ['the amount as a JSON number', { amount: 100 }],
  ])('%s: one record', async (_what, fields) => {
    const merchant = await startMerchant();
    expect((await merchant.quote(fields)).data).toEqual(CARD);
  });

  it('ALL: one record per payment method', async () => {
    const merchant = await startMerchant();
    const records = (await merchant.quote({ type: 'ALL' })).data as { payWayCode: string; rampFee: string }[];
    expect(records[0]).toEqual(CARD);
    expect(records.map(({ payWayCode, rampFee }) => [payWayCode, rampFee])).toEqual([
      ['10001', '4.40'],
      ['10002', '1.00'],
      ['10003', '2.80'],
    ]);
  });
});

it('SELL: one record with fiatQuantity, for any method and type', async () => {
  const merchant = await startMerchant();
  const { data } = await merchant.quote({ side: 'SELL', amount: '100.5', payWayCode: 'ignored', type: 'ALL' });
  expect(data).toEqual({
    cryptoPrice: '1',
    fiatQuantity: '100.50',
    rampFee: '1.01',
    rampFeeInUSD: '1.01',
    cryptoNetworkFee: '1.5',
    networkFee: null,
    cryptoQuantity: null,
    rebateFiatAmount: '0',
    rebateUsdAmount: '0',
    fiat: 'USD',
    crypto: 'USDT',
  });
});

it.each<[string, Record<string, unknown>, string]>([
  ['an unknown fiat', { fiat: 'XTS' }, '3100'],
  ['an unknown method', { payWayCode: '7' }, '3100'],
  ['an unknown crypto', { crypto: 'NOPE' }, '3101'],
  ['buying a pair not for sale', { crypto: 'DAI' }, '3101'],
  ['selling a pair not bought back', { side: 'SELL', crypto: 'USDC' }, '3101'],
  ['too little', { amount: '19' }, '3102'],
  ['selling too little', { side: 'SELL', amount: '29' }, '3102'],
  ['selling too much', { side: 'SELL', amount: '5000.000001' }, '3102'],
  ['no side', { side: undefined }, '1001'],
  ['no amount', { amount: undefined }, '1001'],
  ['no country', { country: undefined }, '1001'],
  ['an unknown type', { type: 'SOME' }, '1001'],
])('refuses %s', async (_what, fields, code) => {
  const merchant = await startMerchant();
  expect(await merchant.quote(fields)).toMatchObject({ returnCode: code, data: null });
});

it('within the limits, the amount equals quantity and fees up to rounding', () => {
  const pair = fc.constantFrom(...PAIRS);
  const fiat = fc.constantFrom(...allFiats());
  const payWay = fc.constantFrom(...PAY_WAYS);
  fc.assert(
    fc.property(pair, fiat, payWay, fc.integer({ min: 0, max: 1_000_000 }), (pair, fiat, payWay, position) => {
      const { min, max } = purchaseLimits(pair, fiat);
      const amount = new Decimal(max).minus(min).times(position).dividedBy(1_000_000).plus(min).toFixed(fiat.decimals);
      const quote = quoteBuy(pair, fiat, payWay, amount);
      const spent = new Decimal(quote.cryptoQuantity)
        .times(quote.cryptoPrice)
        .plus(quote.rampFee)
        .plus(quote.networkFee);
      const lost = new Decimal(amount).minus(spent);
      expect(new Decimal(quote.cryptoQuantity).greaterThan(0)).toBe(true);
      expect(lost.greaterThanOrEqualTo(0)).toBe(true);
      expect(lost.lessThan(new Decimal(quote.cryptoPrice).dividedBy(new Decimal(10).pow(pair.decimals)))).toBe(true);
    }),
  );
});

interface Entry {
  readonly crypto: string;
  readonly network: string;
  readonly buyEnable: number;
  readonly sellEnable: number;
  readonly minPurchaseAmount: number;
  readonly maxPurchaseAmount: number;
  readonly minSellAmount: number | null;
  readonly maxSellAmount: number | null;
  readonly icon: string;
}

const entriesFor = async (fields: Record<string, string>): Promise<readonly Entry[]> =>
  (await (await startMerchant()).list(fields)).data as readonly Entry[];

it("has one entry per pair, with exactly the contract's fields and JSON numbers", async () => {
  const entries = await entriesFor({ fiat: 'USD' });
  expect(entries).toHaveLength(12);
  expect(new Set(entries.map(({ crypto, network }) => `${crypto}/${network}`)).size).toBe(12);
  expect(entries[0]).toEqual({
    crypto: 'USDT',
    network: 'ETH',
    buyEnable: 1,
    sellEnable: 1,
    minPurchaseAmount: 20,
    maxPurchaseAmount: 10000,
    address: null,
    icon: expect.stringMatching(/\/icons\/USDT\.svg$/) as string,
    minSellAmount: 30,
    maxSellAmount: 5000,
  });
  expect(entries.some(({ buyEnable }) => buyEnable === 0)).toBe(true);
  for (const { sellEnable, minSellAmount, maxSellAmount } of entries) {
    expect([typeof minSellAmount, typeof maxSellAmount]).toEqual(
      sellEnable === 1 ? ['number', 'number'] : ['object', 'object'],
    );
  }
});
