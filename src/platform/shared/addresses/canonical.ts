import { fromBase58Check, isBech32, toBase58Check } from './encodings.js';
import {
  cardanoAddress,
  cashAddress,
  hederaAccount,
  injectiveAccount,
  nearAccount,
  substrateAccount,
} from './forms.js';
import { canonicalNetwork, networkOf } from './networks.js';
import type { AddressFamily } from './address-family.js';
import { rippleDestination } from './ripple.js';
import { stellarDestination } from './stellar.js';
import { tonAccount, tonSpellings } from './ton.js';
import { hexToBytes } from '@noble/hashes/utils.js';

/** null: not a form that this reader knows. */
type Reader = (address: string) => string | null;

/** Longer text is not an address, and slow to decode. */
const LONGEST = 256;
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
  ['INJ', (address) => hexNumber(injectiveAccount(address) ?? address)],
  ['NEAR', nearAccount],
]);

/** Forms that are unambiguous on any network. */
const BY_TEXT: readonly Reader[] = [
  (address) => (/^(?:0x.*|.{40}|.{64})$/i.test(address) ? hexNumber(address) : null),
  bech32Text,
  tonAccount,
  (address) => rippleDestination(address)?.account ?? null,
  tronAccount,
];

/**
 * One text for all spellings of an account on a network. Unknown text and text with a wrong checksum are returned unchanged.
 * Base58 is case-sensitive. Tags are dropped: see `sayOtherTags`.
 */
export function canonicalAddress(address: string, network = ''): string {
  if (address.length > LONGEST) return address;
  const family = networkOf(network)?.family;
  const ofNetwork = OTHERS.get(canonicalNetwork(network)) ?? (family == null ? undefined : READERS[family]);
  for (const read of ofNetwork === undefined ? BY_TEXT : [ofNetwork, ...BY_TEXT]) {
    const account = read(address);
    if (account !== null) return account;
  }
  return address;
}

/** Do both addresses contain memos that differ? To an exchange those are two customers. */
export function sayOtherTags(one: string, other: string): boolean {
  const [a, b] = [tagOf(one), tagOf(other)];
  return a !== 'unsaid' && b !== 'unsaid' && a !== b;
}

/** The memo in canonical form, also from the address; null: none. */
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
  if (address.length > LONGEST) return 'unsaid';
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

/** Rewrites the older script form `3…` as `M…`. */
function litecoinScript(address: string): string | null {
  const bytes = fromBase58Check(address);
  const isOlder = bytes?.length === 21 && bytes[0] === OLDER_SCRIPT;
  return isOlder ? toBase58Check(Uint8Array.of(LITECOIN_SCRIPT, ...bytes.subarray(1))) : null;
}
