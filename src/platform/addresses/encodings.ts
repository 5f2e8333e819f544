import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58xrp, bech32, bech32m, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** null if `decode` throws, as decoders do for foreign text. */
export function decoded<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

/** Longer text is only a Lightning invoice, and slow to decode. */
export const LONGEST_DECODED = 256;

export const fromBase58 = (text: string): Uint8Array | null => decodedBy(base58, text);

export const fromBase58Check = (text: string): Uint8Array | null => decodedBy(base58check, text);

function decodedBy({ decode }: typeof base58, text: string): Uint8Array | null {
  return text.length > LONGEST_DECODED ? null : decoded(() => decode(text));
}

export const toBase58Check = (payload: Uint8Array): string => base58check.encode(payload);

export function fromXrpBase58Check(text: string): Uint8Array | null {
  const bytes = decodedBy(base58xrp, text);
  if (bytes === null || bytes.length < 5) return null;
  const payload = bytes.subarray(0, -4);
  const checksum = checksumOf(payload);
  return bytes.subarray(-4).every((byte, index) => byte === checksum[index]) ? payload : null;
}

export function toXrpBase58Check(payload: Uint8Array): string {
  return base58xrp.encode(Uint8Array.of(...payload, ...checksumOf(payload)));
}

function checksumOf(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload)).subarray(0, 4);
}

export interface WitnessProgram {
  readonly prefix: string;
  readonly version: number;
  readonly program: Uint8Array;
}

/** BIP-173 and BIP-350: version 0 uses the Bech32 checksum, later ones Bech32m. */
export function fromSegwit(text: string, limit = 90): WitnessProgram | null {
  const older = bech32.decodeUnsafe(text, limit);
  const { prefix, words } = older ?? bech32m.decodeUnsafe(text, limit) ?? {};
  const [version, ...rest] = words ?? [];
  if (prefix === undefined || version === undefined || (version === 0) !== (older !== undefined)) return null;
  const program = bech32.fromWordsUnsafe(rest);
  return program === undefined ? null : { prefix, version, program };
}

/** A single letter case and a valid checksum of either kind, with any prefix. Cardano's exceed Bech32's usual length. */
export function isBech32(text: string): boolean {
  return [bech32, bech32m].some((encoding) => encoding.decodeUnsafe(text, LONGEST_DECODED) !== undefined);
}

export function fromBech32(prefix: string, text: string): Uint8Array | null {
  const read = decoded(() => bech32.decodeToBytes(text));
  return read?.prefix === prefix ? read.bytes : null;
}

/** CRC-16 with polynomial 0x1021 and initial value 0 (XMODEM); of `123456789` it is 0x31c3. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ ((crc & 0x8000) === 0 ? 0 : 0x1021)) & 0xffff;
  }
  return crc;
}
