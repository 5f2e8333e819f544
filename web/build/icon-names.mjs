// The icons that are built in. Other cryptos show their first letter, and other networks no icon.

const SAME_NAME =
  'AAVE ADA ALGO APT ARB ATOM AVAX AXS BCH BNB BTC CAKE CELO CRO DAI DOGE DOT EOS ETC ETH EURC FDUSD FIL FTM GRT HBAR ICP IMX JUP KAS KAVA LDO LINK LTC MANA MATIC MKR MNT NEAR OP PEPE POL PYUSD SAND SEI SHIB SOL STX SUI TIA TRX TUSD UNI USDC USDE USDT VET WBTC XLM XMR XRP XTZ';

/** File of the icon set by crypto. @type {Readonly<Record<string, string>>} */
export const TOKENS = {
  ...Object.fromEntries(SAME_NAME.split(' ').map((name) => [name, `tokens/background/${name}`])),
  TON: 'networks/background/ton',
};

const NETWORK_FILES = {
  'arbitrum-one': 'ARBITRUM ARB ARBITRUMONE ARBONE',
  avalanche: 'AVAX AVAXC AVAXCCHAIN AVALANCHE',
  base: 'BASE',
  'binance-smart-chain': 'BSC BEP20 BNBSMARTCHAIN BNB BEP2 OPBNB',
  bitcoin: 'BTC BITCOIN',
  blast: 'BLAST',
  celo: 'CELO',
  eos: 'EOS',
  'ethereum-classic': 'ETC',
  ethereum: 'ETH ETHEREUM ERC20',
  fantom: 'FANTOM FTM',
  gnosis: 'GNOSIS XDAI',
  kava: 'KAVA',
  linea: 'LINEA',
  litecoin: 'LTC LITECOIN',
  mantle: 'MANTLE',
  optimism: 'OPTIMISM OP',
  polygon: 'POLYGON MATIC POL',
  scroll: 'SCROLL',
  'sei-network': 'SEI',
  solana: 'SOL SOLANA SPL',
  sonic: 'SONIC',
  stellar: 'XLM STELLAR',
  ton: 'TON TONCOIN',
  tron: 'TRX TRON TRC20',
  xrp: 'XRP XRPL RIPPLE',
  zksync: 'ZKSYNC ZKSYNCERA',
};

/** File of the icon set by network, keyed by `networkKey`. @type {Readonly<Record<string, string>>} */
export const NETWORKS = Object.fromEntries(
  Object.entries(NETWORK_FILES).flatMap(([file, names]) =>
    names.split(' ').map((name) => [name, `networks/background/${file}`]),
  ),
);
