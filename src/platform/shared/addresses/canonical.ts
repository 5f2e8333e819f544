import { fromBech32, fromSegwit } from './encodings.js';
import { rippleDestination } from './ripple.js';
import { tonAccount } from './ton.js';

const EVM = /^0x[0-9a-f]{40}$/i;
const WITNESS_PREFIXES = ['bc', 'tb', 'ltc', 'ltcmweb'];
/** Characters of bech32; MWEB's are longer than all others. */
const LONGEST = 128;

/**
 * One text for all forms of one account, told by the form of the text alone: EVM and bech32 in small letters, TON raw,
 * XRP classic (so the tag of an X-address is lost: see `sayOtherTags`). What is not known for certain, a wrong checksum
 * included, comes back as it is. Mixed case in `0x…` is the exception: its digits say the account whatever their case.
 */
export function canonicalAddress(address: string): string {
  if (EVM.test(address) || isBech32(address)) return address.toLowerCase();
  return tonAccount(address) ?? rippleDestination(address)?.account ?? address;
}

/** Do both addresses say what the destination tag is, and not the same? To an exchange those are two customers. */
export function sayOtherTags(one: string, other: string): boolean {
  const [a, b] = [tagOf(one), tagOf(other)];
  return a !== 'unsaid' && b !== 'unsaid' && a !== b;
}

function tagOf(address: string): number | 'none' | 'unsaid' {
  return rippleDestination(address)?.tag ?? 'unsaid';
}

function isBech32(address: string): boolean {
  const witness = fromSegwit(address, LONGEST);
  return (witness !== null && WITNESS_PREFIXES.includes(witness.prefix)) || fromBech32('bnb', address) !== null;
}
