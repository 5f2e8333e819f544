import { base64, base64url } from '@scure/base';
import { crc16, decoded } from './encodings.js';

/** Workchain and account; the digits may come in either case. */
const RAW = /^(?:0|-1):[0-9a-fA-F]{64}$/;
/** Bounceable, not bounceable; with 0x80 on top an address is for test networks only. */
const MAIN_FLAGS = [0x11, 0x51];
/** The basic workchain, and the masterchain (-1). */
const WORKCHAINS = [0x00, 0xff];

/** TEP-2: raw, or the user-friendly form in either alphabet of base64: flag, workchain, 32 bytes, checksum. */
export function isTonAddress(address: string): boolean {
  if (RAW.test(address)) return true;
  const bytes = decoded(() => base64url.decode(address)) ?? decoded(() => base64.decode(address));
  if (bytes?.length !== 36) return false;
  const checksum = (bytes[34] ?? 0) * 256 + (bytes[35] ?? 0);
  return (
    MAIN_FLAGS.includes(bytes[0] ?? -1) &&
    WORKCHAINS.includes(bytes[1] ?? -1) &&
    crc16(bytes.subarray(0, 34)) === checksum
  );
}
