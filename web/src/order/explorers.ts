import { networkKey } from '#src/platform/shared/addresses/address-family.js';

/** Transaction URLs, with the names that providers use for each network. */
const EXPLORERS: Readonly<Record<string, string>> = {
  'https://etherscan.io/tx/{txHash}': 'ETH ETHEREUM ERC20',
  'https://bscscan.com/tx/{txHash}': 'BSC BEP20 BNBSMARTCHAIN',
  'https://opbnbscan.com/tx/{txHash}': 'OPBNB',
  'https://polygonscan.com/tx/{txHash}': 'POLYGON MATIC POL',
  'https://arbiscan.io/tx/{txHash}': 'ARBITRUM ARB ARBITRUMONE ARBONE',
  'https://optimistic.etherscan.io/tx/{txHash}': 'OPTIMISM OP',
  'https://basescan.org/tx/{txHash}': 'BASE',
  'https://snowscan.xyz/tx/{txHash}': 'AVAX AVAXC AVAXCCHAIN AVALANCHE',
  'https://lineascan.build/tx/{txHash}': 'LINEA',
  'https://scrollscan.com/tx/{txHash}': 'SCROLL',
  'https://blastscan.io/tx/{txHash}': 'BLAST',
  'https://celoscan.io/tx/{txHash}': 'CELO',
  'https://gnosisscan.io/tx/{txHash}': 'GNOSIS XDAI',
  'https://mantlescan.xyz/tx/{txHash}': 'MANTLE',
  'https://sonicscan.org/tx/{txHash}': 'SONIC',
  'https://explorer.zksync.io/tx/{txHash}': 'ZKSYNC ZKSYNCERA',
  'https://etc.blockscout.com/tx/{txHash}': 'ETC',
  'https://mempool.space/tx/{txHash}': 'BTC BITCOIN',
  'https://litecoinspace.org/tx/{txHash}': 'LTC LITECOIN',
  'https://blockchair.com/dogecoin/transaction/{txHash}': 'DOGE DOGECOIN',
  'https://blockchair.com/bitcoin-cash/transaction/{txHash}': 'BCH',
  'https://tronscan.org/#/transaction/{txHash}': 'TRX TRON TRC20',
  'https://solscan.io/tx/{txHash}': 'SOL SOLANA SPL',
  'https://tonviewer.com/transaction/{txHash}': 'TON TONCOIN',
  'https://xrpscan.com/tx/{txHash}': 'XRP XRPL RIPPLE',
  'https://stellar.expert/explorer/public/tx/{txHash}': 'XLM STELLAR',
  'https://nearblocks.io/txns/{txHash}': 'NEAR',
  'https://cardanoscan.io/transaction/{txHash}': 'ADA CARDANO',
};

const BY_NETWORK: ReadonlyMap<string, string> = new Map(
  Object.entries(EXPLORERS).flatMap(([address, names]) => names.split(' ').map((name) => [name, address] as const)),
);

/** Hashes are hex, base58 or base64. Other text must not go into a URL. */
const HASH = /^[\w+/=-]{8,128}$/;

/**
 * URL of a transaction in a block explorer; null: unknown network, or not a hash. `decided`: the operator's settings,
 * keyed by `networkKey`; null there: no link.
 */
export function explorerAddress(
  network: string | null,
  txHash: string,
  decided: Readonly<Record<string, string | null>>,
): string | null {
  if (network === null || !HASH.test(txHash)) return null;
  const key = networkKey(network);
  const address = Object.hasOwn(decided, key) ? decided[key] : BY_NETWORK.get(key);
  return address?.replace('{txHash}', () => encodeURIComponent(txHash)) ?? null;
}
