import { fromXrpBase58Check } from './encodings.js';
import type { AddressForm } from './address-form.js';

const CLASSIC_VERSION = 0x00;
/** Of the main network; test networks have 0x0493. */
const X_VERSION = [0x05, 0x44];

/**
 * The XRP Ledger's classic address (`r…`), or the X-address of XLS-5, which says what the destination tag is, or that
 * there is none.
 */
export function rippleForm(address: string): AddressForm | null {
  const bytes = fromXrpBase58Check(address);
  if (bytes === null) return null;
  if (bytes.length === 21) return bytes[0] === CLASSIC_VERSION ? 'plain' : null;
  const isMain = bytes.length === 31 && X_VERSION.every((byte, index) => bytes[index] === byte);
  // Two bytes of version, twenty of account, the flag, four of tag, and four for tags that are longer, which do not exist.
  const [flag, tag, beyond] = [bytes[22], bytes.subarray(23, 27), bytes.subarray(27)];
  if (!isMain || beyond.some((byte) => byte !== 0)) return null;
  return flag === 1 || (flag === 0 && tag.every((byte) => byte === 0)) ? 'memo_inside' : null;
}
