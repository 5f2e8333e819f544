import { expect, it } from 'vitest';
import { startMerchant } from './support/merchant.js';

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

it('defaults to USD; limits are in the named fiat', async () => {
  expect(await entriesFor({}).then(([first]) => first?.minPurchaseAmount)).toBe(20);
  expect(await entriesFor({ fiat: 'JPY' }).then(([first]) => first?.minPurchaseAmount)).toBe(3000);
  expect(await entriesFor({ fiat: 'KWD' }).then(([first]) => first?.maxPurchaseAmount)).toBe(3000);
});

it('links existing icons', async () => {
  const [first] = await entriesFor({});
  const picture = await fetch(first?.icon ?? '');
  expect(picture.headers.get('content-type')).toContain('image/svg+xml');
  expect(await picture.text()).toContain('>U<');
});

it.each([
  ['XTS', '3100'],
  ['usd', '1001'],
  ['DOLLAR', '1001'],
])('refuses the fiat %s with %s', async (fiat, code) => {
  const merchant = await startMerchant();
  expect((await merchant.list({ fiat })).returnCode).toBe(code);
});
