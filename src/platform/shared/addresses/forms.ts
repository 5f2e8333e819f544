import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import { fromBase58, fromBase58Check, fromBech32 } from './encodings.js';

/*
 * Canonical forms for networks without an address check. Each function returns one text for all spellings of an account, and
 * null for unknown text.
 */

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CASH_PREFIX = 'bitcoincash:';
const CASH_TYPES = new Map([
  [0x00, 0],
  [0x05, 8],
]);
const CASH_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** CashAddr in lower case without its prefix; converts Bitcoin's older form (`1…`, `3…`). */
export function cashAddress(address: string): string | null {
  const isOneCase = address === address.toLowerCase() || address === address.toUpperCase();
  const [, text] = /^(?:bitcoincash:)?([qp][a-z0-9]{41})$/i.exec(address) ?? [];
  if (text !== undefined && isOneCase) return text.toLowerCase();
  const bytes = fromBase58Check(address);
  const type = CASH_TYPES.get(bytes?.[0] ?? -1);
  if (bytes?.length !== 21 || type === undefined) return null;
  const words = bech32.toWords(Uint8Array.of(type, ...bytes.subarray(1)));
  return [...words, ...cashChecksum(words)].map((word) => LETTERS.charAt(word)).join('');
}

/** A 40-bit BCH code that covers the prefix too. */
function cashChecksum(words: readonly number[]): number[] {
  const prefix = Array.from(CASH_PREFIX.slice(0, -1), (letter) => letter.charCodeAt(0) & 31);
  let sum = 1n;
  for (const word of [...prefix, 0, ...words, 0, 0, 0, 0, 0, 0, 0, 0]) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    CASH_GENERATORS.forEach((generator, bit) => {
      if (((top >> BigInt(bit)) & 1n) === 1n) sum ^= generator;
    });
  }
  return Array.from({ length: 8 }, (_, at) => Number(((sum ^ 1n) >> BigInt(5 * (7 - at))) & 31n));
}

/** Cardano's wallets also write main network addresses as hexadecimal bytes (CIP-30). */
export function cardanoAddress(address: string): string | null {
  if (!/^[0-7]1(?:[0-9a-f]{56}|[0-9a-f]{112})$/i.test(address)) return null;
  return bech32.encode('addr', bech32.toWords(hexToBytes(address.toLowerCase())), false);
}

/** Polkadot and relatives: the public key; the prefix names the network (SS58). */
export function substrateAccount(address: string): string | null {
  if (/^0x[0-9a-f]{64}$/i.test(address)) return address.toLowerCase();
  const bytes = fromBase58(address);
  if (bytes?.length !== 35 && bytes?.length !== 36) return null;
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), bytes.subarray(0, -2)));
  const isRight = bytes.subarray(-2).every((byte, index) => byte === checksum[index]);
  return isRight ? `0x${bytesToHex(bytes.subarray(-34, -2))}` : null;
}

/** Injective: `inj1…` and `0x…` encode the same 20 bytes. */
export function injectiveAccount(address: string): string | null {
  const bytes = fromBech32('inj', address);
  return bytes?.length === 20 ? `0x${bytesToHex(bytes)}` : null;
}

/** Names are lower case; an implicit account is 64 hexadecimal digits, sometimes with `0x`. */
export function nearAccount(address: string): string {
  return address.toLowerCase().replace(/^0x(?=[0-9a-f]{64}$)/, '');
}

/** `0.0.123-vfmkw` is `0.0.123` with a checksum (HIP-15). */
export function hederaAccount(address: string): string {
  return address.toLowerCase().replace(/^(\d+\.\d+\.\d+)-[a-z]{5}$/, '$1');
}
