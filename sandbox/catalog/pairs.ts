import type { AddressFamily } from './address.js';
import { refusals } from '../wire/refusal.js';

export interface Pair {
  readonly crypto: string;
  readonly network: string;
  readonly family: AddressFamily;
  readonly buyEnable: boolean;
  readonly sellEnable: boolean;
  readonly usdPrice: string;
  /** Maximum decimals of a quantity. */
  readonly decimals: number;
  /** In crypto. */
  readonly networkFee: string;
  /** Limits of a purchase, in US dollars. */
  readonly minUsd: string;
  readonly maxUsd: string;
  /** Limits of a sale, in crypto; null: no sales. */
  readonly minSell: string | null;
  readonly maxSell: string | null;
  /** '' for a network's own coin. */
  readonly tokenAddress: string;
}

const USD_PRICES: Readonly<Record<string, string>> = {
  USDT: '1',
  USDC: '1',
  DAI: '1',
  ETH: '3000',
  BTC: '90000',
  BNB: '600',
  SOL: '180',
  XRP: '2.5',
  TON: '3.2',
};

/** Crypto, network, family, buy and sell switches, decimals, network fee, purchase limits, sale limits, token. */
const ROWS: readonly (readonly [
  ...[crypto: string, network: string, family: AddressFamily, buy: 0 | 1, sell: 0 | 1, decimals: number],
  ...[networkFee: string, minUsd: string, maxUsd: string, minSell: string | null, maxSell: string | null],
  token: string,
])[] = [
  ['USDT', 'ETH', 'evm', 1, 1, 6, '1.5', '20', '10000', '30', '5000', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['USDT', 'BSC', 'evm', 1, 1, 6, '0.3', '15', '10000', '20', '5000', '0x55d398326f99059fF775485246999027B3197955'],
  ['USDT', 'TRX', 'tron', 1, 1, 6, '1', '15', '10000', '20', '5000', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['USDC', 'ETH', 'evm', 1, 0, 6, '1.5', '20', '10000', null, null, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ['DAI', 'ETH', 'evm', 0, 1, 6, '1.5', '20', '10000', '50', '2500', '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  ['ETH', 'ETH', 'evm', 1, 1, 8, '0.0004', '20', '15000', '0.01', '2.5', ''],
  ['BTC', 'BTC', 'bitcoin', 1, 0, 8, '0.00003', '30', '20000', null, null, ''],
  ['BNB', 'BSC', 'evm', 1, 0, 8, '0.0003', '15', '8000', null, null, ''],
  ['BNB', 'BNB', 'bnb', 1, 0, 8, '0.0005', '15', '8000', null, null, ''],
  ['SOL', 'SOL', 'solana', 1, 0, 8, '0.0005', '15', '10000', null, null, ''],
  ['XRP', 'XRP', 'xrp', 1, 0, 6, '0.1', '15', '10000', null, null, ''],
  ['TON', 'TON', 'ton', 1, 0, 8, '0.01', '15', '10000', null, null, ''],
];

export const PAIRS: readonly Pair[] = ROWS.map(
  ([crypto, network, family, buy, sell, decimals, networkFee, minUsd, maxUsd, minSell, maxSell, tokenAddress]) => ({
    crypto,
    network,
    family,
    buyEnable: buy === 1,
    sellEnable: sell === 1,
    usdPrice: usdPriceOf(crypto),
    decimals,
    networkFee,
    minUsd,
    maxUsd,
    minSell,
    maxSell,
    tokenAddress,
  }),
);

/** Refuses with 3101 a pair that is missing or not enabled for the side. */
export function enabledPair(crypto: string, network: string, side: 'BUY' | 'SELL'): Pair {
  const pair = PAIRS.find((candidate) => candidate.crypto === crypto && candidate.network === network);
  const enabled = side === 'BUY' ? pair?.buyEnable : pair?.sellEnable;
  if (pair === undefined || enabled !== true) throw refusals.crypto();
  return pair;
}

export function usdPriceOf(crypto: string): string {
  return USD_PRICES[crypto] ?? '1';
}
