import { randomBytes } from 'node:crypto';
import { base32 } from '../../platform/terms/order.js';
import { Secret } from '../../platform/callers/secret.js';

/** `rck_`, 60 bits as the public prefix, and 256 bits of secret. */
const KEY = /^rck_([a-km-np-z2-9]{12})_[A-Za-z0-9_-]{43}$/;

const NAME_LENGTH = 64;

export function newKeyText(): { key: Secret; prefix: string } {
  const prefix = base32(randomBytes(8)).slice(0, 12);
  return { key: new Secret(`rck_${prefix}_${randomBytes(32).toString('base64url')}`), prefix };
}

/** The public part of a key; null: not the format of our keys. */
export function prefixOf(key: Secret): string | null {
  return KEY.exec(key.reveal())?.[1] ?? null;
}

/** 1 to 64 visible characters with at most single blanks between them, so that a list stays readable. */
export function isKeyName(name: string): boolean {
  return name.length <= NAME_LENGTH && /^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u.test(name);
}
