/** The parts of Web Crypto that may be missing. */
interface Randomness {
  randomUUID?(): string;
  getRandomValues?(bytes: Uint8Array): Uint8Array;
}

/**
 * A new key for one checkout: a UUID of version 4. Works without `crypto.randomUUID`, as on http pages and in React
 * Native (there with react-native-get-random-values). Throws if there is no secure randomness: a guessed key opens
 * the order.
 */
export function newIdempotencyKey(): string {
  const source = (globalThis as { crypto?: Randomness }).crypto;
  if (typeof source?.randomUUID === 'function') return source.randomUUID();
  if (typeof source?.getRandomValues !== 'function') {
    throw new Error('there is no crypto.getRandomValues here: load a polyfill, or hand in an idempotencyKey');
  }
  return uuidOf(source.getRandomValues(new Uint8Array(16)));
}

/** 16 random bytes as a UUID of version 4 (RFC 9562). */
export function uuidOf(bytes: Uint8Array): string {
  const marked = bytes.map((byte, index) =>
    index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte,
  );
  const hex = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
