import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const EVM = /^0x[0-9a-fA-F]{40}$/;

/**
 * EIP-55: the letters' case is a checksum. A single case has none and passes; mixed case must match, or the address was
 * mistyped.
 */
export function isEvmAddress(address: string): boolean {
  if (!EVM.test(address)) return false;
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return digits === checksummed(digits.toLowerCase());
}

/** A letter is upper case where the hash of the lower-case address has a digit of 8 or more. */
function checksummed(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return Array.from(digits, (digit, index) => (hash.charAt(index) >= '8' ? digit.toUpperCase() : digit)).join('');
}
