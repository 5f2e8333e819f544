const UUID_7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Longer than any press takes; after it a repeat would find an order at an old price. */
const USABLE_MS = 60 * 60_000;

export function isFormKeyUsable(key: string, now: number): boolean {
  const [, high, low] = UUID_7.exec(key) ?? [];
  return high !== undefined && low !== undefined && Math.abs(now - parseInt(high + low, 16)) < USABLE_MS;
}

/** Mixes the content into the key's last 48 bits, so that it stays a UUID of version 7, as unguessable as before. */
export function keyOfContent(key: string, content: string): string {
  const halves = [key.slice(-12, -6), key.slice(-6)].map((half, seed) => parseInt(half, 16) ^ digest(content, seed));
  return key.slice(0, -12) + halves.map((half) => half.toString(16).padStart(6, '0')).join('');
}

/** 24 bits (FNV-1a). It only has to tell contents apart: the key holds what is secret. */
function digest(content: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < content.length; at++) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
  return hash >>> 8;
}
