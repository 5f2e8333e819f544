/** What this provider sells and buys. */
export interface Pair {
  readonly crypto: string;
  readonly network: string;
  /** What an address on this network looks like, as far as this provider checks. */
  readonly address: RegExp;
  readonly usd: number;
}

const EVM = /^0x[0-9a-fA-F]{40}$/;

export const PAIRS: readonly Pair[] = [
  { crypto: 'USDT', network: 'ETH', address: EVM, usd: 1 },
  { crypto: 'USDT', network: 'BSC', address: EVM, usd: 1 },
  { crypto: 'USDT', network: 'TRX', address: /^T\w{33}$/, usd: 1 },
  { crypto: 'ETH', network: 'ETH', address: EVM, usd: 3200 },
  { crypto: 'BTC', network: 'BTC', address: /^(?:bc1|[13])\w{20,80}$/, usd: 91_000 },
];

/** Units of a currency for one US dollar. */
export const FIATS: Readonly<Record<string, number>> = { USD: 1, EUR: 0.92, JPY: 150 };

export const PAY_WAYS = ['10001', '20001'] as const;

const MIN_USD = 15;
const MAX_USD = 20_000;
const FEE = 0.02;
const NETWORK_USD = 0.5;

export const findPair = (crypto: string, network: string): Pair | null =>
  PAIRS.find((pair) => pair.crypto === crypto && pair.network === network) ?? null;

export function limits(fiat: string): { readonly min: number; readonly max: number } {
  const rate = FIATS[fiat] ?? 1;
  return { min: Math.ceil(MIN_USD * rate), max: Math.floor(MAX_USD * rate) };
}

/** Prices and fees as the records and quotes state them. `drift`: 1 at the usual price. */
export function buyPrices(pair: Pair, fiat: string, amount: string, drift = 1) {
  const rate = FIATS[fiat] ?? 1;
  const price = pair.usd * rate * drift;
  const fee = Number(amount) * FEE;
  const network = NETWORK_USD * rate;
  const quantity = (Number(amount) - fee - network) / price;
  return {
    cryptoPrice: price.toFixed(4),
    cryptoQuantity: quantity.toFixed(8),
    rampFee: fee.toFixed(2),
    networkFee: network.toFixed(2),
    rampFeeInUSD: (fee / rate).toFixed(2),
    cryptoNetworkFee: (network / price).toFixed(8),
    rebateFiatAmount: '0',
    rebateUsdAmount: '0',
    fiatInUSD: (Number(amount) / rate).toFixed(2),
    networkFeeInUSD: NETWORK_USD.toFixed(2),
    cryptoAmountInUSDT: (quantity * pair.usd).toFixed(4),
  };
}

export function sellPrices(pair: Pair, fiat: string, quantity: string) {
  const price = pair.usd * (FIATS[fiat] ?? 1);
  const fiatAmount = Number(quantity) * price;
  return { cryptoPrice: price.toFixed(4), fiatAmount: fiatAmount.toFixed(2), rampFee: (fiatAmount * FEE).toFixed(2) };
}

export const cryptoList = (fiat: string) =>
  PAIRS.map(({ crypto, network, usd }) => ({
    ...{
      crypto,
      network,
      buyEnable: 1,
      sellEnable: 1,
      address: null,
      icon: `https://icons.provider.example/${crypto}`,
    },
    ...{ minPurchaseAmount: limits(fiat).min, maxPurchaseAmount: limits(fiat).max },
    ...{ minSellAmount: Number((MIN_USD / usd).toFixed(6)), maxSellAmount: Number((MAX_USD / usd).toFixed(6)) },
  }));
