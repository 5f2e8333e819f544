/** The part of Web Crypto that may be missing. */
interface Randomness {
  getRandomValues?(bytes: Uint8Array): Uint8Array;
}

/**
 * A new key for one checkout: a UUID of version 7, which tells the time of this device. Works without
 * `crypto.randomUUID`, as on http pages and in React Native (there with react-native-get-random-values). Throws if there
 * is no secure randomness: a guessed key opens the order.
 */
export function newIdempotencyKey(): string {
  const source = (globalThis as { crypto?: Randomness }).crypto;
  if (typeof source?.getRandomValues !== 'function') {
    throw new Error('there is no crypto.getRandomValues here: load a polyfill, or hand in an idempotencyKey');
  }
  return uuidOf(Date.now(), source.getRandomValues(new Uint8Array(10)));
}

/** The milliseconds since 1970, then 74 bits of 10 random bytes (RFC 9562). */
export function uuidOf(ms: number, random: Uint8Array): string {
  const time = ms.toString(16).padStart(12, '0');
  const hex = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'.charAt(parseInt(hex.slice(6, 7), 16) % 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(3, 6)}-${hex.slice(8)}`;
}
