import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { ServiceKey } from '../config/settings.js';
import { SystemChance } from '../chance.js';
import type { Chance } from '../chance.js';

/** Separate derived keys, so that an HMAC of one use is invalid in another. */
export type KeyPurpose =
  | 'service-key'
  | 'callback-token'
  | 'client-secret'
  | 'checkout-link'
  | 'history'
  | 'order-state'
  | 'audit-log'
  | 'outbox'
  | 'personal-data'
  | 'erasure'
  | 'callback-receipt'
  | 'customer-email'
  | 'payee'
  | 'order-note'
  | 'email-digest'
  | 'api-key'
  | 'api-key-row'
  | 'guest-block'
  | 'webhook-secret'
  | 'feed-place';

export interface MasterKey {
  readonly id: string;
  readonly bytes: Uint8Array;
}

export function masterKeys(serviceKeys: readonly ServiceKey[]): MasterKey[] {
  return serviceKeys.map(({ id, key }) => ({ id, bytes: Buffer.from(key.reveal(), 'base64') }));
}

export interface Mac {
  readonly keyId: string;
  readonly mac: Buffer;
}

/** Bytes sealed with AES-256-GCM: 12 bytes of nonce, 16 of tag, then the ciphertext. */
export interface SealedBytes {
  readonly keyId: string;
  readonly bytes: Buffer;
}

/** By HKDF-SHA-256. The first master key writes; all of them read. */
export class KeyRing {
  readonly #newest: MasterKey;
  readonly #byId: ReadonlyMap<string, MasterKey>;
  /** Key objects: from bytes, Node 24 makes one for each HMAC, which takes four times as long as the HMAC. */
  readonly #derived = new Map<string, KeyObject>();

  constructor(
    keys: readonly MasterKey[],
    private readonly chance: Chance = new SystemChance(),
  ) {
    const [newest] = keys;
    if (newest === undefined) throw new Error('a key ring needs a key');
    this.#newest = newest;
    this.#byId = new Map(keys.map((key) => [key.id, key]));
  }

  get newestId(): string {
    return this.#newest.id;
  }

  has(keyId: string): boolean {
    return this.#byId.has(keyId);
  }

  sign(purpose: KeyPurpose, text: string): Mac {
    return { keyId: this.#newest.id, mac: createHmac('sha256', this.#required(purpose)).update(text, 'utf8').digest() };
  }

  /** HMAC-SHA-256; null if there is no such key. */
  mac(purpose: KeyPurpose, text: string, keyId = this.#newest.id): Buffer | null {
    const key = this.#derive(purpose, keyId);
    return key === null ? null : createHmac('sha256', key).update(text, 'utf8').digest();
  }

  macs(purpose: KeyPurpose, text: string): Buffer[] {
    return [...this.#byId.keys()].flatMap((keyId) => this.mac(purpose, text, keyId) ?? []);
  }

  /** Compares in constant time; false for an unknown key. */
  verify(purpose: KeyPurpose, text: string, keyId: string, mac: Uint8Array): boolean {
    const expected = this.mac(purpose, text, keyId);
    return expected !== null && expected.length === mac.length && timingSafeEqual(expected, mac);
  }

  /** Verifies an HMAC in base64url; of the four spellings of its last character only the canonical one is valid. */
  verifyText(purpose: KeyPurpose, text: string, keyId: string, mac: string): boolean {
    const bytes = Buffer.from(mac, 'base64url');
    return bytes.toString('base64url') === mac && this.verify(purpose, text, keyId, bytes);
  }

  /** The bytes can only be opened with the same `context`, which identifies their owner. */
  seal(purpose: KeyPurpose, context: string, plain: Uint8Array): SealedBytes {
    const nonce = this.chance.bytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#required(purpose), nonce).setAAD(Buffer.from(context));
    const text = Buffer.concat([cipher.update(plain), cipher.final()]);
    return { keyId: this.#newest.id, bytes: Buffer.concat([nonce, cipher.getAuthTag(), text]) };
  }

  /** Throws if the key is gone, or the bytes or their context were altered. */
  open(purpose: KeyPurpose, context: string, sealed: SealedBytes): Buffer {
    const key = this.#derive(purpose, sealed.keyId);
    if (key === null) throw new Error(`there is no service key with id ${sealed.keyId}`);
    // Without the length, Node accepts a tag truncated to four bytes.
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.bytes.subarray(28)), decipher.final()]);
  }

  /** Encrypts one block of 16 bytes; equal blocks give equal bytes. */
  encryptBlock(purpose: KeyPurpose, block: Uint8Array): SealedBytes {
    const cipher = createCipheriv('aes-256-ecb', this.#required(purpose), null).setAutoPadding(false);
    return { keyId: this.#newest.id, bytes: cipher.update(block) };
  }

  /** null: there is no such key. Altered bytes give an arbitrary block, so the caller checks what it holds. */
  decryptBlock(purpose: KeyPurpose, { keyId, bytes }: SealedBytes): Buffer | null {
    const key = this.#derive(purpose, keyId);
    return key && createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(bytes);
  }

  #required(purpose: KeyPurpose): KeyObject {
    const key = this.#derive(purpose, this.#newest.id);
    if (key === null) throw new Error('the newest key is not in the ring');
    return key;
  }

  #derive(purpose: KeyPurpose, keyId: string): KeyObject | null {
    const name = `${purpose}:${keyId}`;
    const cached = this.#derived.get(name);
    if (cached !== undefined) return cached;
    const master = this.#byId.get(keyId);
    if (master === undefined) return null;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', master.bytes, 'ramp-checkout', purpose, 32)));
    this.#derived.set(name, key);
    return key;
  }
}

export interface SealedColumn {
  readonly what: string;
  readonly table: string;
  readonly primaryKey: string;
  readonly primaryKeyType: 'text' | 'uuid';
  readonly column: string;
  readonly keyIdColumn: string;
  readonly purpose: KeyPurpose;
  /** The owner of a row's bytes, which open only with the same context. */
  readonly contextOf: (primaryKey: string) => string;
  /** A digest of the plaintext, in a column beside it and under the same key. */
  readonly digest?: { readonly column: string; readonly of: (ring: KeyRing, plain: Buffer) => Buffer | null };
}
