import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase58Check, fromSegwit, fromBase58, fromBech32, fromXrpBase58Check } from './encodings.js';
import { canonicalNetwork, networkOf } from './networks.js';
import type { AddressFamily } from './networks.js';
import { rippleDestination, tonAccount, stellarForm } from './memo-networks.js';
import type { AddressForm } from './memo-networks.js';
import { canonicalAddress } from './canonical.js';

const EVM = /^0x[0-9a-fA-F]{40}$/;

/** EIP-55: the letters' case is a checksum; a single case has none and passes. */
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

interface Chain {
  /** First bytes of legacy addresses: base58 with a checksum over 20 more bytes. */
  readonly versions: readonly number[];
  readonly prefix: string | null;
}

const BITCOIN: Chain = { versions: [0x00, 0x05], prefix: 'bc' };
/** Script addresses used Bitcoin's version (`3…`) before their own (`M…`); both are in use. */
const LITECOIN: Chain = { versions: [0x30, 0x32, 0x05], prefix: 'ltc' };
const DOGECOIN: Chain = { versions: [0x1e, 0x16], prefix: null };

const isBitcoinAddress = (address: string): boolean => isOf(BITCOIN, address);
const isDogecoinAddress = (address: string): boolean => isOf(DOGECOIN, address);
const isLitecoinAddress = (address: string): boolean => isOf(LITECOIN, address) || isMweb(address);

function isOf({ versions, prefix }: Chain, address: string): boolean {
  const older = fromBase58Check(address);
  if (older !== null) return older.length === 21 && versions.includes(older[0] ?? -1);
  const witness = fromSegwit(address);
  return witness !== null && witness.prefix === prefix && hasProperLength(witness.version, witness.program.length);
}

/** BIP-141; versions above 1 have no meaning yet, but BIP-350 requires sending to them. */
function hasProperLength(version: number, length: number): boolean {
  return version === 0 ? length === 20 || length === 32 : version <= 16 && length >= 2 && length <= 40;
}

/** Litecoin's confidential addresses hold two public keys and exceed Bech32's usual length. */
function isMweb(address: string): boolean {
  const witness = fromSegwit(address, 128);
  return witness !== null && witness.prefix === 'ltcmweb' && witness.version === 0 && witness.program.length === 66;
}

/** null: not an address of this family, or one of a test network. */
type FormOf = (address: string) => AddressForm | null;

const plainIf =
  (is: (address: string) => boolean): FormOf =>
  (address) =>
    is(address) ? 'plain' : null;

export const FORM_OF: Readonly<Record<AddressFamily, FormOf>> = {
  evm: plainIf(isEvmAddress),
  bitcoin: plainIf(isBitcoinAddress),
  litecoin: plainIf(isLitecoinAddress),
  dogecoin: plainIf(isDogecoinAddress),
  tron: plainIf(isTronAddress),
  solana: plainIf((address) => fromBase58(address)?.length === 32),
  ton: plainIf((address) => tonAccount(address) !== null),
  ripple: rippleForm,
  stellar: stellarForm,
  beacon_chain: plainIf((address) => fromBech32('bnb', address)?.length === 20),
};

/** An EVM address's bytes after the byte 0x41. */
function isTronAddress(address: string): boolean {
  const bytes = fromBase58Check(address);
  return bytes?.length === 21 && bytes[0] === 0x41;
}

function rippleForm(address: string): AddressForm | null {
  const destination = rippleDestination(address);
  if (destination === null) return null;
  return destination.tag === 'unsaid' ? 'plain' : 'memo_inside';
}

/** Networks without a family that take EVM addresses too. */
const TAKE_EVM = new Set(['FIL', 'HBAR', 'INJ', 'NEAR', 'XDC']);

/** The family that prefix and checksum prove; null: several networks share the form. */
function provedFamily(address: string): AddressFamily | null {
  if (/^0x.*[A-F].*[a-f]|^0x.*[a-f].*[A-F]/.test(address)) return isEvmAddress(address) ? 'evm' : null;
  if (isTronAddress(address)) return 'tron';
  const [prefix = ''] = /^[a-z]+/i.exec(address) ?? [];
  const family = ({ bc: 'bitcoin', ltc: 'litecoin', ltcmweb: 'litecoin', bnb: 'beacon_chain' } as const)[
    prefix.toLowerCase()
  ];
  return family !== undefined && FORM_OF[family](address) !== null ? family : null;
}

/** Does this address certainly belong to another network? For networks whose own form we do not know. */
export function isForeign(address: string, network: string): boolean {
  const family = provedFamily(address);
  const known = networkOf(network);
  if (family === null || family === known?.family) return false;
  // Most networks that we do not know are EVM networks.
  return family !== 'evm' || (known !== undefined && !TAKE_EVM.has(canonicalNetwork(network)));
}

/** Stellar's seed, Sui's and Tezos' keys; Aptos' and others' as hexadecimal bytes. */
const SECRETS = /^(?:S[A-D][A-Z2-7]{54}|suiprivkey1[a-z0-9]+|edsk[1-9A-Za-z]{50,}|(?:0x)?[0-9a-f]{128})$/;
/** Payloads of Bitcoin's WIF, and of extended keys. */
const KEY_LENGTHS = [33, 34, 78];

/** A recovery phrase or a key? */
export function isSecret(address: string): boolean {
  // A phrase without its blanks: no address has so many letters and no digit.
  if (/^[A-Z]?[a-z]{36,200}$/.test(address) || SECRETS.test(address)) return true;
  const isKey = KEY_LENGTHS.includes(fromBase58Check(address)?.length ?? 0);
  return isKey || fromXrpBase58Check(address)?.[0] === 0x21 || fromBase58(address)?.length === 64;
}

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
  // Pay to Anchor: anyone can spend it.
  'bc1pfeessrawgf',
]);

export function isOwnerless(address: string, network: string): boolean {
  const account = canonicalAddress(address, network);
  if (KNOWN.has(account) || PATTERNS.some((pattern) => pattern.test(account))) return true;
  const hash = fromBase58Check(account)?.subarray(1) ?? [];
  return hash.length === 20 && hash.every((byte) => byte === hash[0]);
}
