import { canonicalAddress } from './canonical.js';
import { fromBase58Check } from './encodings.js';

/** Canonical forms of accounts whose key cannot be known. */
const PATTERNS: readonly RegExp[] = [
  // Zero, `0x…dEaD`, precompiles, system packages: too small to be the hash of a key.
  /^0x[0-9a-f]{0,8}$/,
  /^0x(?:([0-9a-f])\1+|(?:dead)+|dead0{16}42069420694206942069)$/,
  /^(?:0|-1):([0-9a-f]{2})\1{31}$/,
  // Zero bytes, and zero-padded program names, in each encoding.
  /1{20}/,
  /^r{12}/,
  /A{40}/,
  /q{30}/,
  /^0{64}$/,
  /^(?:0\.0\.0|system)$/,
];

/** Known burn addresses, and programs that cannot receive. */
const KNOWN = new Set([
  'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  'tz1burnburnburnburnburnburnburjAYjjX',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
]);

/** True if the address certainly has no owner, so that a payment to it is lost. */
export function isOwnerless(address: string, network: string): boolean {
  const account = canonicalAddress(address, network);
  if (KNOWN.has(account) || PATTERNS.some((pattern) => pattern.test(account))) return true;
  const hash = fromBase58Check(account)?.subarray(1) ?? [];
  return hash.length === 20 && hash.every((byte) => byte === hash[0]);
}
