import { canonicalNetwork } from './networks.js';

/** Transaction URLs, by the canonical name of the network. */
const EXPLORERS: Readonly<Record<string, string>> = {
  ETH: 'https://etherscan.io/tx/{txHash}',
  BSC: 'https://bscscan.com/tx/{txHash}',
  OPBNB: 'https://opbnbscan.com/tx/{txHash}',
  POLYGON: 'https://polygonscan.com/tx/{txHash}',
  ARBITRUM: 'https://arbiscan.io/tx/{txHash}',
  OPTIMISM: 'https://optimistic.etherscan.io/tx/{txHash}',
  BASE: 'https://basescan.org/tx/{txHash}',
  AVAX: 'https://snowscan.xyz/tx/{txHash}',
  LINEA: 'https://lineascan.build/tx/{txHash}',
  SCROLL: 'https://scrollscan.com/tx/{txHash}',
  BLAST: 'https://blastscan.io/tx/{txHash}',
  CELO: 'https://celoscan.io/tx/{txHash}',
  GNOSIS: 'https://gnosisscan.io/tx/{txHash}',
  MANTLE: 'https://mantlescan.xyz/tx/{txHash}',
  SONIC: 'https://sonicscan.org/tx/{txHash}',
  ZKSYNC: 'https://explorer.zksync.io/tx/{txHash}',
  ETC: 'https://etc.blockscout.com/tx/{txHash}',
  BTC: 'https://mempool.space/tx/{txHash}',
  LTC: 'https://litecoinspace.org/tx/{txHash}',
  DOGE: 'https://blockchair.com/dogecoin/transaction/{txHash}',
  BCH: 'https://blockchair.com/bitcoin-cash/transaction/{txHash}',
  TRX: 'https://tronscan.org/#/transaction/{txHash}',
  SOL: 'https://solscan.io/tx/{txHash}',
  TON: 'https://tonviewer.com/transaction/{txHash}',
  XRP: 'https://xrpscan.com/tx/{txHash}',
  XLM: 'https://stellar.expert/explorer/public/tx/{txHash}',
  NEAR: 'https://nearblocks.io/txns/{txHash}',
  ADA: 'https://cardanoscan.io/transaction/{txHash}',
};

/** Hashes are hex, base58 or base64. Other text must not go into a URL. */
const HASH = /^[\w+/=-]{8,128}$/;

/**
 * URL of a transaction in a block explorer; null: unknown network, or not a hash. `decided`: the operator's settings, by
 * canonical names; null there: no link.
 */
export function explorerAddress(
  network: string | null,
  txHash: string | null,
  decided: Readonly<Record<string, string | null>>,
): string | null {
  if (network === null || txHash === null || !HASH.test(txHash)) return null;
  const key = canonicalNetwork(network);
  // A network from outside may be called `constructor`.
  const address = [decided, EXPLORERS].find((table) => Object.hasOwn(table, key))?.[key];
  return address?.replace('{txHash}', () => encodeURIComponent(txHash)) ?? null;
}
