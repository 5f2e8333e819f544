import { fromXrpBase58Check, toXrpBase58Check } from './encodings.js';

const CLASSIC_VERSION = 0x00;
/** Of the main network; test networks have 0x0493. */
const X_VERSION = [0x05, 0x44];

export interface RippleDestination {
  /** The classic address (`r…`). */
  readonly account: string;
  /** What the address says of the destination tag: its number, that there is none, or (a classic one) nothing. */
  readonly tag: number | 'none' | 'unsaid';
}

/**
 * Whom an address of the XRP Ledger's main network means: the classic address (`r…`), or the X-address of XLS-5, which
 * says what the destination tag is, or that there is none. null: no such address.
 */
export function rippleDestination(address: string): RippleDestination | null {
  const bytes = fromXrpBase58Check(address);
  if (bytes === null) return null;
  if (bytes.length === 21) return bytes[0] === CLASSIC_VERSION ? { account: address, tag: 'unsaid' } : null;
  const isMain = bytes.length === 31 && X_VERSION.every((byte, index) => bytes[index] === byte);
  // Two bytes of version, twenty of account, the flag, four of tag (low one first), and four for tags that are longer,
  // which do not exist.
  const [flag, tag, beyond] = [bytes[22], bytes.subarray(23, 27), bytes.subarray(27)];
  if (!isMain || beyond.some((byte) => byte !== 0)) return null;
  const account = toXrpBase58Check(Uint8Array.of(CLASSIC_VERSION, ...bytes.subarray(2, 22)));
  if (flag === 1) return { account, tag: numberOf(tag) };
  return flag === 0 && tag.every((byte) => byte === 0) ? { account, tag: 'none' } : null;
}

/** Low byte first. */
function numberOf(bytes: Uint8Array): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0);
}
