import { fromXrpBase58Check, toXrpBase58Check, crc16, decoded } from './encodings.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base32nopad, base64, base64url } from '@scure/base';

/** `memo_inside`: the address contains the memo, or says that there is none. */
export type AddressForm = 'plain' | 'memo_inside';

const CLASSIC_VERSION = 0x00;
/** Main network; test networks have 0x0493. */
const X_VERSION = [0x05, 0x44];

export interface RippleDestination {
  readonly account: string;
  /** The destination tag; `none`: an X-address without a tag; `unsaid`: a classic address. */
  readonly tag: number | 'none' | 'unsaid';
}

/** Reads a main network address: classic (`r…`), or an X-address (XLS-5), which says its tag or that it has none. */
export function rippleDestination(address: string): RippleDestination | null {
  const bytes = fromXrpBase58Check(address);
  if (bytes === null) return null;
  if (bytes.length === 21) return bytes[0] === CLASSIC_VERSION ? { account: address, tag: 'unsaid' } : null;
  const isMain = bytes.length === 31 && X_VERSION.every((byte, index) => bytes[index] === byte);
  // Layout: 2 bytes version, 20 account, 1 flag, 4 tag (little-endian), 4 reserved for longer tags, which do not exist.
  const [flag, tag, beyond] = [bytes[22], bytes.subarray(23, 27), bytes.subarray(27)];
  if (!isMain || beyond.some((byte) => byte !== 0)) return null;
  const account = toXrpBase58Check(Uint8Array.of(CLASSIC_VERSION, ...bytes.subarray(2, 22)));
  if (flag === 1) return { account, tag: numberOf(tag) };
  return flag === 0 && tag.every((byte) => byte === 0) ? { account, tag: 'none' } : null;
}

/** Little-endian. */
function numberOf(bytes: Uint8Array): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0);
}

/** First byte and length (with checksum) of the SEP-23 keys that can receive payments. */
const ACCOUNT = { version: 6 << 3, length: 35 };
const MUXED_ACCOUNT = { version: 12 << 3, length: 43 };

export interface StellarDestination {
  readonly account: string;
  /** The id of a muxed account, in place of a memo. */
  readonly id: bigint | 'unsaid';
}

export function stellarDestination(address: string): StellarDestination | null {
  const form = stellarForm(address);
  if (form !== 'memo_inside') return form === null ? null : { account: address, id: 'unsaid' };
  const bytes = base32nopad.decode(address);
  const body = Uint8Array.of(ACCOUNT.version, ...bytes.subarray(1, 33));
  const checksum = crc16(body);
  const account = base32nopad.encode(Uint8Array.of(...body, checksum & 0xff, checksum >> 8));
  return { account, id: BigInt(`0x${bytesToHex(bytes.subarray(33, 41))}`) };
}

/** `G…`, or a muxed account (`M…`), whose id replaces a memo. Contracts (`C…`) cannot receive payments. */
export function stellarForm(address: string): AddressForm | null {
  const bytes = decoded(() => base32nopad.decode(address));
  if (bytes === null || !hasChecksum(bytes)) return null;
  const isA = ({ version, length }: typeof ACCOUNT): boolean => bytes[0] === version && bytes.length === length;
  if (isA(ACCOUNT)) return 'plain';
  return isA(MUXED_ACCOUNT) ? 'memo_inside' : null;
}

/** The last two bytes, little-endian. */
function hasChecksum(bytes: Uint8Array): boolean {
  const [low, high] = bytes.subarray(-2);
  return low !== undefined && high !== undefined && crc16(bytes.subarray(0, -2)) === low + high * 256;
}

/** Workchain and account; digits in either case. */
const RAW = /^(?:0|-1):[0-9a-fA-F]{64}$/;
/** Bounceable, not bounceable; with 0x80 added the address is for test networks only. */
const MAIN_FLAGS = [0x11, 0x51];
/** The basic workchain, and the masterchain (-1). */
const WORKCHAINS = new Map([
  [0x00, '0'],
  [0xff, '-1'],
]);

/** The raw form in lower case. The flag of user-friendly forms (TEP-2) is a sending hint, not part of the account. */
export function tonAccount(address: string): string | null {
  if (RAW.test(address)) return address.toLowerCase();
  const bytes = decoded(() => base64url.decode(address)) ?? decoded(() => base64.decode(address));
  if (bytes?.length !== 36) return null;
  const workchain = WORKCHAINS.get(bytes[1] ?? -1);
  const checksum = (bytes[34] ?? 0) * 256 + (bytes[35] ?? 0);
  const isMain = MAIN_FLAGS.includes(bytes[0] ?? -1) && crc16(bytes.subarray(0, 34)) === checksum;
  return isMain && workchain !== undefined ? `${workchain}:${bytesToHex(bytes.subarray(2, 34))}` : null;
}

export function tonSpellings(account: string): string[] {
  if (!RAW.test(account)) return [];
  const [workchain, digits = ''] = account.split(':');
  return MAIN_FLAGS.flatMap((flag) => {
    const body = Uint8Array.of(flag, Number(workchain) & 0xff, ...hexToBytes(digits));
    const checksum = crc16(body);
    const bytes = Uint8Array.of(...body, checksum >> 8, checksum & 0xff);
    return [base64url.encode(bytes), base64.encode(bytes)];
  });
}
