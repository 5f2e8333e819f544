import { canonicalNetwork } from '#src/platform/addresses/networks.js';
import { ownValue } from '../own-value.js';

const NAMES: Readonly<Record<string, string>> = {
  ARBITRUM: 'Arbitrum One',
  AVAX: 'Avalanche C-Chain',
  BASE: 'Base',
  BNB: 'BNB Beacon Chain (BEP2)',
  BSC: 'BNB Smart Chain (BEP20)',
  BTC: 'Bitcoin',
  CELO: 'Celo',
  DOGE: 'Dogecoin',
  EOS: 'EOS',
  ETC: 'Ethereum Classic',
  ETH: 'Ethereum (ERC20)',
  FANTOM: 'Fantom',
  KAVA: 'Kava',
  LINEA: 'Linea',
  LTC: 'Litecoin',
  OPTIMISM: 'Optimism',
  POLYGON: 'Polygon',
  SEI: 'Sei',
  SOL: 'Solana',
  TON: 'TON',
  TRX: 'Tron (TRC20)',
  XLM: 'Stellar',
  XRP: 'XRP Ledger',
  ZKSYNC: 'zkSync Era',
};

/** The name that wallets and exchanges use for a network; else the provider's. */
export function networkName(network: string): string {
  return ownValue(NAMES, canonicalNetwork(network)) ?? network;
}
