import { networkKey } from '../../platform/shared/addresses/address-family.js';
import type { AddressFamily } from '../../platform/shared/addresses/address-family.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** What a network may call the text beside an address. */
export const MEMO_LABELS = ['memo', 'tag', 'comment'] as const;
export type MemoLabel = (typeof MEMO_LABELS)[number];

/** What a network calls the text beside an address, and what may stand in it. */
export interface MemoRule {
  readonly label: MemoLabel;
  /** Left out where anything goes that a request may carry (128 printable characters). */
  readonly format?: { readonly fits: (memo: string) => boolean; readonly wanted: string };
}

/** A network as far as addresses and memos go; `family` is null where addresses are left to the provider. */
export interface Network {
  readonly names: readonly string[];
  readonly family: AddressFamily | null;
}

/** Names are the provider's and their usual spellings, without `-` and `_`. The first one is shown to nobody. */
export const NETWORKS: readonly Network[] = [
  ...[
    'ETH ETHEREUM ERC20',
    'BSC BEP20 BNBSMARTCHAIN',
    'OPBNB',
    'POLYGON MATIC POL',
    'ARBITRUM ARB ARBITRUMONE ARBONE',
    'OPTIMISM OP',
    'BASE',
    'AVAX AVAXC AVAXCCHAIN AVALANCHE',
    'FANTOM FTM',
    'SONIC',
    'LINEA',
    'SCROLL',
    'ZKSYNC ZKSYNCERA',
    'MANTLE',
    'BLAST',
    'CELO',
    'GNOSIS XDAI',
    'ETC',
  ].map((names) => network(names, 'evm')),
  network('BTC BITCOIN', 'bitcoin'),
  network('LTC LITECOIN', 'litecoin'),
  network('DOGE DOGECOIN', 'dogecoin'),
  network('TRX TRON TRC20', 'tron'),
  network('SOL SOLANA SPL', 'solana'),
  network('TON TONCOIN', 'ton'),
  network('XRP XRPL RIPPLE', 'ripple'),
  network('XLM STELLAR', 'stellar'),
  network('BNB BEP2', 'beacon_chain'),
];

const MEMO: MemoRule = { label: 'memo' };

/** Families in whose networks one address may be many customers'. */
export const MEMO_OF_FAMILY: Partial<Readonly<Record<AddressFamily, MemoRule>>> = {
  beacon_chain: MEMO,
  ton: { label: 'comment' },
  ripple: { label: 'tag', format: { fits: isDestinationTag, wanted: 'a whole number up to 4294967295' } },
  stellar: { label: 'memo', format: { fits: isStellarMemo, wanted: 'at most 28 characters, or a hash of 64 digits' } },
};

/** The same for networks whose addresses we do not check. */
export const MEMO_OF_NETWORK: ReadonlyMap<string, MemoRule> = new Map([
  ['EOS', MEMO],
  ['KAVA', MEMO],
  ['SEI', MEMO],
]);

function network(names: string, family: AddressFamily): Network {
  return { names: names.split(' ').map(networkKey), family };
}

const HIGHEST_TAG = 4_294_967_295;

/** XRP Ledger: 32 bits without sign. */
function isDestinationTag(memo: string): boolean {
  return /^\d{1,10}$/.test(memo) && Number(memo) <= HIGHEST_TAG;
}

/** Stellar: text of 28 bytes, a number of 64 bits (which is shorter), or a hash of 32 bytes in hexadecimal digits. */
function isStellarMemo(memo: string): boolean {
  return utf8ToBytes(memo).length <= 28 || /^[0-9a-fA-F]{64}$/.test(memo);
}
