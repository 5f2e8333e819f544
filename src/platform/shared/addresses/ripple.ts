import { fromXrpBase58Check, toXrpBase58Check } from './encodings.js';

const CLASSIC_VERSION = 0x00;
/** Main network; test networks have 0x0493. */
const X_VERSION = [0x05, 0x44];

export interface RippleDestination {
  /** Classic form (`r…`). */
  readonly account: string;
  /** The destination tag; `none`: an X-address without a tag; `unsaid`: a classic address. */
  readonly tag: number | 'none' | 'unsaid';
}

/**
 * Reads a main network address: classic (`r…`), or an X-address (XLS-5), which includes the destination tag or its absence.
 * null: not an address.
 */
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
