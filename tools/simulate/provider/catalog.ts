const EVM = /^0x[0-9a-fA-F]{40}$/;

/** What this provider sells and buys: the form of an address, as far as it checks, and the price in US dollars. */
const PAIRS = [
  { crypto: 'USDT', network: 'ETH', address: EVM, usd: 1 },
  { crypto: 'USDT', network: 'BSC', address: EVM, usd: 1 },
  { crypto: 'USDT', network: 'TRX', address: /^T\w{33}$/, usd: 1 },
  { crypto: 'ETH', network: 'ETH', address: EVM, usd: 3200 },
  { crypto: 'EOS', network: 'EOS', address: /^[a-z1-5]{12}$/, usd: 0.8 },
  { crypto: 'BTC', network: 'BTC', address: /^(?:bc1|[13])\w{20,80}$/, usd: 91_000 },
] as const;

export type Pair = (typeof PAIRS)[number];

/** Units of a currency for one US dollar. */
const FIATS: Readonly<Record<string, number>> = { USD: 1, EUR: 0.92, JPY: 150 };

export const PAY_WAYS = ['10001', '20001'] as const;

const FEE = 0.02;

const rateOf = (fiat: string): number => FIATS[fiat] ?? 1;

export const findPair = (crypto: string, network: string): Pair | null =>
  PAIRS.find((pair) => pair.crypto === crypto && pair.network === network) ?? null;

/** Of a purchase, in fiat. */
export const limits = (fiat: string) => ({ min: Math.ceil(15 * rateOf(fiat)), max: Math.floor(20_000 * rateOf(fiat)) });

/** `drift`: 1 at the usual price. */
export function buyPrices({ usd }: Pair, fiat: string, amount: string, drift = 1) {
  const price = usd * rateOf(fiat) * drift;
  const fee = Number(amount) * FEE;
  const cryptoQuantity = ((Number(amount) - fee) / price).toFixed(8);
  return { cryptoPrice: price.toFixed(4), cryptoQuantity, rampFee: fee.toFixed(2), networkFee: '0.00' };
}

export function sellPrices({ usd }: Pair, fiat: string, quantity: string) {
  const price = usd * rateOf(fiat);
  const fiatAmount = Number(quantity) * price;
  return { cryptoPrice: price.toFixed(4), fiatAmount: fiatAmount.toFixed(2), rampFee: (fiatAmount * FEE).toFixed(2) };
}

export const cryptoList = (fiat: string) =>
  PAIRS.map(({ crypto, network, usd }) => ({
    crypto,
    network,
    buyEnable: 1,
    sellEnable: 1,
    address: null,
    icon: 'https://icons.provider.example/coin',
    minPurchaseAmount: limits(fiat).min,
    maxPurchaseAmount: limits(fiat).max,
    minSellAmount: Number((15 / usd).toFixed(6)),
    maxSellAmount: Number((20_000 / usd).toFixed(6)),
  }));
