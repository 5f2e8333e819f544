import { keccak_256 } from '@noble/hashes/sha3.js';

/** The provider's names of networks that have Ethereum's addresses. A name that is missing here costs only an early check. */
const EVM_NETWORKS = new Set([
  'ETH',
  'BSC',
  'OPBNB',
  'MATIC',
  'POL',
  'POLYGON',
  'ARB',
  'ARBITRUM',
  'OP',
  'OPTIMISM',
  'BASE',
  'AVAX',
  'AVAXC',
  'FTM',
  'FANTOM',
  'LINEA',
  'SCROLL',
]);

const PRINTABLE = /^[\x21-\x7e]{1,256}$/;
const EVM = /^0x[0-9a-fA-F]{40}$/;
/** Beacon Chain: 20 bytes as bech32 with the prefix `bnb`. The checksum is left to the provider. */
const BEACON_CHAIN = /^bnb1[02-9ac-hj-np-z]{38}$/;

/**
 * Can this be an address of that network? False only when it certainly is none: networks that we do not know are left
 * to the provider.
 */
export function isPossibleAddress(network: string, address: string): boolean {
  if (!PRINTABLE.test(address)) return false;
  const name = network.toUpperCase();
  if (EVM_NETWORKS.has(name)) return isEvmAddress(address);
  if (name === 'BNB') return BEACON_CHAIN.test(address);
  return true;
}

/**
 * EIP-55 writes a checksum with the case of the letters. An address in one case carries none and passes; in mixed case
 * it has to be right, or somebody mistyped it.
 */
function isEvmAddress(address: string): boolean {
  if (!EVM.test(address)) return false;
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return digits === checksummed(digits.toLowerCase());
}

/** A letter is upper case where the hash of the lower-case address has a digit of 8 or more. */
function checksummed(digits: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(digits, 'ascii'))).toString('hex');
  return Array.from(digits, (digit, index) => (hash.charAt(index) >= '8' ? digit.toUpperCase() : digit)).join('');
}
