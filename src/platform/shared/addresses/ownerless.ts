import { canonicalAddress } from './canonical.js';
import { fromBase58Check } from './encodings.js';

/** Canonical forms of accounts that nobody can have found a key for. */
const PATTERNS: readonly RegExp[] = [
  // Zero, `0x…dEaD`, precompiles, packages of the system: far too small to be the hash of a key.
  /^0x[0-9a-f]{0,8}$/,
  /^0x(?:([0-9a-f])\1+|(?:dead)+|dead0{16}42069420694206942069)$/,
  /^(?:0|-1):([0-9a-f]{2})\1{31}$/,
  // Zero bytes, and names of programs filled up with them, in the letters of each encoding.
  /1{20}/,
  /^r{12}/,
  /A{40}/,
  /q{30}/,
  /^0{64}$/,
  /^(?:0\.0\.0|system)$/,
];

/** Burn addresses whose text says so, and programs that take nothing. */
const KNOWN = new Set([
  'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  'tz1burnburnburnburnburnburnburjAYjjX',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
]);

/** Does this address certainly belong to nobody, so that what is sent there is lost? */
export function isOwnerless(address: string, network: string): boolean {
  const account = canonicalAddress(address, network);
  if (KNOWN.has(account) || PATTERNS.some((pattern) => pattern.test(account))) return true;
  const hash = fromBase58Check(account)?.subarray(1) ?? [];
  return hash.length === 20 && hash.every((byte) => byte === hash[0]);
}
