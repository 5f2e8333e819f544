export const ADDRESS_FAMILIES = [
  'evm',
  'bitcoin',
  'litecoin',
  'dogecoin',
  'tron',
  'solana',
  'ton',
  'ripple',
  'stellar',
  'beacon_chain',
] as const;

export type AddressFamily = (typeof ADDRESS_FAMILIES)[number];

/** Compares network names: `erc-20`, `ERC20` and `Erc_20` are one, as are `Ethereum` and `Ethereum Mainnet`. */
function networkKey(name: string): string {
  return name
    .toUpperCase()
    .replace(/[-_\s()]/g, '')
    .replace(/(.)MAINNET$/, '$1');
}

/** `family` null: addresses are not checked. */
export interface Network {
  readonly names: readonly string[];
  readonly family: AddressFamily | null;
  /** EIP-155; null: not an EVM network. */
  readonly chainId: number | null;
}

/** The provider's and usual names, without `-`, `_` and blanks. The first is canonical. */
export const NETWORKS: readonly Network[] = [
  ...[
    '1 ETH ETHEREUM ERC20 ETHERC20 ETHEREUMERC20',
    '56 BSC BEP20 BSCBEP20 BNBSMARTCHAIN BNBSMARTCHAINBEP20 BINANCESMARTCHAIN SMARTCHAIN',
    '204 OPBNB',
    '137 POLYGON MATIC POL POLYGONPOS',
    '42161 ARBITRUM ARB ARBITRUMONE ARBONE',
    '10 OPTIMISM OP',
    '8453 BASE',
    '43114 AVAX AVAXC AVAXCCHAIN AVALANCHE AVALANCHECCHAIN CCHAIN',
    '250 FANTOM FTM',
    '146 SONIC',
    '59144 LINEA',
    '534352 SCROLL',
    '324 ZKSYNC ZKSYNCERA',
    '5000 MANTLE MNT',
    '81457 BLAST',
    '42220 CELO',
    '100 GNOSIS XDAI',
    '61 ETC ETHEREUMCLASSIC',
  ].map((row) => {
    const [chainId, ...names] = row.split(' ');
    return { names, family: 'evm' as const, chainId: Number(chainId) };
  }),
  network('BTC BITCOIN', 'bitcoin'),
  network('LTC LITECOIN', 'litecoin'),
  network('DOGE DOGECOIN', 'dogecoin'),
  network('TRX TRON TRC20 TRXTRC20 TRONTRC20', 'tron'),
  network('SOL SOLANA SPL', 'solana'),
  network('TON TONCOIN', 'ton'),
  network('XRP XRPL RIPPLE', 'ripple'),
  network('XLM STELLAR', 'stellar'),
  network('BNB BEP2', 'beacon_chain'),
  ...['ADA CARDANO', 'ALGO ALGORAND', 'APTOS APT', 'ATOM COSMOS COSMOSHUB', 'BCH BITCOINCASH', 'DOT POLKADOT'].map(
    other,
  ),
  ...['EGLD MULTIVERSX ELROND', 'FIL FILECOIN', 'HBAR HEDERA', 'ICP INTERNETCOMPUTER', 'INJ INJECTIVE'].map(other),
  ...['KSM KUSAMA', 'NEAR NEARPROTOCOL', 'STARKNET STRK', 'SUI', 'XDC XINFIN', 'XMR MONERO', 'XTZ TEZOS'].map(other),
];

const BY_NAME = new Map(NETWORKS.flatMap((row) => row.names.map((name) => [name, row] as const)));

export function networkOf(name: string): Network | undefined {
  return BY_NAME.get(networkKey(name));
}

/** One canonical name per network; an unknown name becomes its `networkKey`. */
export function canonicalNetwork(name: string): string {
  return networkOf(name)?.names[0] ?? networkKey(name);
}

function network(names: string, family: AddressFamily | null): Network {
  return { names: names.split(' '), family, chainId: null };
}

function other(names: string): Network {
  return network(names, null);
}

export interface NetworkSettings {
  /** Overrides the catalog's table; null: addresses of this network are not checked. */
  readonly families: ReadonlyMap<string, AddressFamily | null>;
  readonly memoRequired: readonly string[];
}
