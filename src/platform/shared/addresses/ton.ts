import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64, base64url } from '@scure/base';
import { crc16, decoded } from './encodings.js';

/** Workchain and account; digits in either case. */
const RAW = /^(?:0|-1):[0-9a-fA-F]{64}$/;
/** Bounceable, not bounceable; with 0x80 added the address is for test networks only. */
const MAIN_FLAGS = [0x11, 0x51];
/** The basic workchain, and the masterchain (-1). */
const WORKCHAINS = new Map([
  [0x00, '0'],
  [0xff, '-1'],
]);

/**
 * The account in raw form and lower case; null: not an address of TON's main network. TEP-2: raw, or user-friendly in either
 * base64 alphabet: flag, workchain, 32 bytes, checksum. The flag is a sending hint, not part of the account.
 */
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
