import { fromBase58Check, isBech32, LONGEST_DECODED, toBase58Check, fromBase58, fromBech32 } from './encodings.js';
import { canonicalNetwork, networkOf } from './networks.js';
import type { AddressFamily } from './networks.js';
import { rippleDestination, stellarDestination, tonAccount, tonSpellings } from './memo-networks.js';
import { hexToBytes, bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bech32 } from '@scure/base';

type Reader = (address: string) => string | null;

const [LITECOIN_SCRIPT, OLDER_SCRIPT] = [0x32, 0x05];

const READERS: Partial<Readonly<Record<AddressFamily, Reader>>> = {
  evm: hexNumber,
  bitcoin: bech32Text,
  litecoin: (address) => bech32Text(address) ?? litecoinScript(address),
  tron: tronAccount,
  ton: tonAccount,
  ripple: (address) => rippleDestination(address)?.account ?? null,
  stellar: (address) => stellarDestination(address)?.account ?? null,
  beacon_chain: bech32Text,
};

/** Forms of networks without a family, by canonical name. */
const OTHERS: ReadonlyMap<string, Reader> = new Map([
  ...['APTOS', 'STARKNET', 'SUI', 'XDC'].map((name) => [name, hexNumber] as const),
  ['ADA', (address) => bech32Text(address) ?? cardanoAddress(address)],
  ['BCH', cashAddress],
  ['DOT', substrateAccount],
  ['KSM', substrateAccount],
  ['HBAR', hederaAccount],
  ...['EVMOS', 'INJ', 'ONE', 'ZIL'].map((name) => [name, bech32OrNumber(name.toLowerCase())] as const),
  ['NEAR', nearAccount],
  ['NANO', (address) => address.toLowerCase().replace(/^xrb_/, 'nano_')],
  ['FIL', (address) => (/^[ft][0-4][a-z2-7]+$/i.test(address) ? address.toLowerCase() : null)],
  ['ALGO', (address) => (/^[a-z2-7]{58}$/i.test(address) ? address.toUpperCase() : null)],
]);

/** Forms that are unambiguous on any network. */
const BY_TEXT: readonly Reader[] = [
  (address) => (/^(?:0x.*|.{40}|.{64})$/i.test(address) ? hexNumber(address) : null),
  bech32Text,
  tonAccount,
  (address) => rippleDestination(address)?.account ?? null,
  tronAccount,
];

/** As in `ethereum:0x…` and `kaspa:q…`. TON's raw form begins with a number. */
const SCHEME = /^[a-z][a-z0-9+.-]{1,30}:(?=[^/:]{20,}$)/i;

/** Of Lightning, whose QR codes use capitals. */
const INVOICE = /^ln[a-z0-9]{1,1022}$/i;

/** One text for all spellings of an account. Unknown text and wrong checksums stay as they are; schemes and tags are dropped. */
export function canonicalAddress(given: string, network = ''): string {
  const address = given.replace(SCHEME, '');
  if (address.length > LONGEST_DECODED) return INVOICE.test(address) ? address.toLowerCase() : given;
  const family = networkOf(network)?.family;
  const ofNetwork = OTHERS.get(canonicalNetwork(network)) ?? (family == null ? undefined : READERS[family]);
  for (const read of ofNetwork === undefined ? BY_TEXT : [ofNetwork, ...BY_TEXT]) {
    const account = read(address);
    if (account !== null) return account;
  }
  return address;
}

/** Do both addresses contain memos that differ? To an exchange those are two customers. */
export function haveDifferentTags(one: string, other: string): boolean {
  const [a, b] = [tagOf(one), tagOf(other)];
  return a !== 'unsaid' && b !== 'unsaid' && a !== b;
}

export function canonicalMemo(network: string, address: string, memo: string | null): string | null {
  const family = networkOf(network)?.family;
  if (family !== 'ripple' && family !== 'stellar') return memo;
  const tag = tagOf(address);
  if (tag === 'none') return null;
  if (tag !== 'unsaid') return String(tag);
  // An XRP tag is a number. A Stellar memo may be text; only a hash is case-insensitive.
  if (family === 'ripple') return memo?.replace(/^0+(?=\d)/, '') ?? null;
  return memo !== null && /^[0-9a-f]{64}$/i.test(memo) ? memo.toLowerCase() : memo;
}

/** Lower-case spellings that find an account in a search: as written, canonical, and other usual ones. */
export function spellingsOf(text: string): readonly string[] {
  const address = text.trim();
  const canonical = canonicalAddress(address);
  const digits = /^0x([0-9a-f]*)$/.exec(canonical)?.[1];
  const padded = digits === undefined ? [] : [digits.padStart(40, '0'), digits.padStart(64, '0')];
  const cash = canonicalAddress(address, 'BCH');
  const spellings = [
    address,
    canonical,
    ...padded,
    ...padded.map((number) => `0x${number}`),
    ...tonSpellings(canonical),
  ];
  if (cash !== address || /^[qp][a-z0-9]{41}$/.test(cash)) spellings.push(cash, `bitcoincash:${cash}`);
  return [...new Set(spellings.map((spelling) => spelling.toLowerCase()))];
}

function tagOf(address: string): number | bigint | 'none' | 'unsaid' {
  if (address.length > LONGEST_DECODED) return 'unsaid';
  return rippleDestination(address)?.tag ?? stellarDestination(address)?.id ?? 'unsaid';
}

/** EVM, Sui, Aptos, Starknet: a hexadecimal number, in any case, with or without `0x` and leading zeros. */
function hexNumber(address: string): string | null {
  const [, digits] = /^(?:0x|xdc)?([0-9a-f]{1,64})$/i.exec(address) ?? [];
  return digits === undefined ? null : `0x${digits.toLowerCase().replace(/^0+/, '')}`;
}

/** QR codes use capitals. */
function bech32Text(address: string): string | null {
  return isBech32(address) ? address.toLowerCase() : null;
}

/** Also the forms of Tron's nodes (`41…`) and contracts (`0x…`). */
function tronAccount(address: string): string | null {
  const [, digits] = /^(?:0x|(?:0x)?41)([0-9a-f]{40})$/i.exec(address) ?? [];
  return digits === undefined ? null : toBase58Check(Uint8Array.of(0x41, ...hexToBytes(digits.toLowerCase())));
}

function litecoinScript(address: string): string | null {
  const bytes = fromBase58Check(address);
  const isOlder = bytes?.length === 21 && bytes[0] === OLDER_SCRIPT;
  return isOlder ? toBase58Check(Uint8Array.of(LITECOIN_SCRIPT, ...bytes.subarray(1))) : null;
}

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CASH_PREFIX = 'bitcoincash:';
const CASH_TYPES = new Map([
  [0x00, 0],
  [0x05, 8],
]);
const CASH_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** CashAddr in lower case without its prefix; converts Bitcoin's older form (`1…`, `3…`). */
function cashAddress(address: string): string | null {
  const isOneCase = address === address.toLowerCase() || address === address.toUpperCase();
  const [, text] = /^([qp][a-z0-9]{41})$/i.exec(address) ?? [];
  if (text !== undefined && isOneCase) return text.toLowerCase();
  const bytes = fromBase58Check(address);
  const type = CASH_TYPES.get(bytes?.[0] ?? -1);
  if (bytes?.length !== 21 || type === undefined) return null;
  const words = bech32.toWords(Uint8Array.of(type, ...bytes.subarray(1)));
  return [...words, ...cashChecksum(words)].map((word) => LETTERS.charAt(word)).join('');
}

/** Covers the prefix too. */
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
function cardanoAddress(address: string): string | null {
  if (!/^[0-7]1(?:[0-9a-f]{56}|[0-9a-f]{112})$/i.test(address)) return null;
  return bech32.encode('addr', bech32.toWords(hexToBytes(address.toLowerCase())), false);
}

/** Polkadot and relatives: the public key; the prefix names the network (SS58). */
function substrateAccount(address: string): string | null {
  if (/^0x[0-9a-f]{64}$/i.test(address)) return address.toLowerCase();
  const bytes = fromBase58(address);
  if (bytes?.length !== 35 && bytes?.length !== 36) return null;
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), bytes.subarray(0, -2)));
  const isRight = bytes.subarray(-2).every((byte, index) => byte === checksum[index]);
  return isRight ? `0x${bytesToHex(bytes.subarray(-34, -2))}` : null;
}

/** `inj1…` and `0x…` are two spellings of the same 20 bytes. */
function bech32OrNumber(prefix: string): Reader {
  return (address) => {
    const bytes = fromBech32(prefix, address);
    return hexNumber(bytes?.length === 20 ? bytesToHex(bytes) : address);
  };
}

/** Names are lower case; an implicit account is 64 hexadecimal digits, sometimes with `0x`. */
function nearAccount(address: string): string {
  return address.toLowerCase().replace(/^0x(?=[0-9a-f]{64}$)/, '');
}

/** `0.0.123-vfmkw` is `0.0.123` with a checksum (HIP-15). */
function hederaAccount(address: string): string {
  return address.toLowerCase().replace(/^(\d+\.\d+\.\d+)-[a-z]{5}$/, '$1');
}
