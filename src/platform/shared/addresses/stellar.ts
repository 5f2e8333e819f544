import { bytesToHex } from '@noble/hashes/utils.js';
import { base32nopad } from '@scure/base';
import type { AddressForm } from './address-form.js';
import { crc16, decoded } from './encodings.js';

/** First byte and length (with checksum) of the SEP-23 keys that can receive payments. */
const ACCOUNT = { version: 6 << 3, length: 35 };
const MUXED_ACCOUNT = { version: 12 << 3, length: 43 };

export interface StellarDestination {
  /** `G…` */
  readonly account: string;
  /** The id of a muxed account, in place of a memo. */
  readonly id: bigint | 'unsaid';
}

/** null: neither an account nor a muxed account. */
export function stellarDestination(address: string): StellarDestination | null {
  const form = stellarForm(address);
  if (form !== 'memo_inside') return form === null ? null : { account: address, id: 'unsaid' };
  const bytes = base32nopad.decode(address);
  const body = Uint8Array.of(ACCOUNT.version, ...bytes.subarray(1, 33));
  const checksum = crc16(body);
  const account = base32nopad.encode(Uint8Array.of(...body, checksum & 0xff, checksum >> 8));
  return { account, id: BigInt(`0x${bytesToHex(bytes.subarray(33, 41))}`) };
}

/**
 * An account (`G…`), or a muxed account (`M…`), whose id replaces a memo. Contracts (`C…`) cannot receive payments, and
 * other keys are not addresses.
 */
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
