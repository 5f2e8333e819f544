import { randomBytes } from 'node:crypto';
import { base32 } from '../../platform/shared/order-number.js';
import { Secret } from '../../platform/shared/secret.js';

/** `rck_`, 60 bits by which the key is recognised and looked up, and 256 bits that are the secret. */
const KEY = /^rck_([a-km-np-z2-9]{12})_[A-Za-z0-9_-]{43}$/;

const NAME_LENGTH = 64;

/** A key that nobody has had before. */
export function newKeyText(): { key: Secret; prefix: string } {
  const prefix = base32(randomBytes(8)).slice(0, 12);
  return { key: new Secret(`rck_${prefix}_${randomBytes(32).toString('base64url')}`), prefix };
}

/** The part of a key that is no secret; null: this was never a key of ours. */
export function prefixOf(key: Secret): string | null {
  return KEY.exec(key.reveal())?.[1] ?? null;
}

/** 1 to 64 characters that can be seen, with single blanks between them at most: it has to be read in a list. */
export function isKeyName(name: string): boolean {
  return name.length <= NAME_LENGTH && /^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u.test(name);
}
