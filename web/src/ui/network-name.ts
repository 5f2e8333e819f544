import { networkKey } from '#src/platform/shared/addresses/address-family.js';
import { ownValue } from '../own-value.js';

const NAMES: Readonly<Record<string, string>> = {
  ARBITRUM: 'Arbitrum One',
  ARB: 'Arbitrum One',
  AVAX: 'Avalanche C-Chain',
  AVAXC: 'Avalanche C-Chain',
  BASE: 'Base',
  BNB: 'BNB Beacon Chain (BEP2)',
  BSC: 'BNB Smart Chain (BEP20)',
  BTC: 'Bitcoin',
  CELO: 'Celo',
  DOGE: 'Dogecoin',
  EOS: 'EOS',
  ETC: 'Ethereum Classic',
  ETH: 'Ethereum (ERC20)',
  ERC20: 'Ethereum (ERC20)',
  FTM: 'Fantom',
  KAVA: 'Kava',
  LINEA: 'Linea',
  LTC: 'Litecoin',
  MATIC: 'Polygon',
  OP: 'Optimism',
  OPTIMISM: 'Optimism',
  POL: 'Polygon',
  POLYGON: 'Polygon',
  SEI: 'Sei',
  SOL: 'Solana',
  TON: 'TON',
  TRX: 'Tron (TRC20)',
  TRC20: 'Tron (TRC20)',
  XLM: 'Stellar',
  XRP: 'XRP Ledger',
  ZKSYNC: 'zkSync Era',
};

/** The name that wallets and exchanges use for a network; else the provider's. */
export function networkName(network: string): string {
  const key = networkKey(network);
  return ownValue(NAMES, key) ?? network;
}
