import type { KeyRing } from '../../platform/crypto/key-ring.js';
import type { Secret } from '../../platform/callers/secret.js';
import type { ApiKeyRow } from './api-key.types.js';
import { iso } from '../../platform/time/time.js';

export type UnsealedKey = Omit<ApiKeyRow, 'hash' | 'seal' | 'keyId'>;

/**
 * Makes both HMACs under the newest service key. A copy of the table is no help in guessing keys; write access to it
 * can neither add a key nor extend one's rights.
 */
export function sealKey(ring: KeyRing, row: UnsealedKey, key: Secret): ApiKeyRow {
  const keyId = ring.newestId;
  const hash = ring.mac('api-key', key.reveal(), keyId);
  if (hash === null) throw new Error('the newest key is not in the ring');
  return resealKey(ring, { ...row, hash, keyId, seal: Buffer.alloc(0) });
}

/**
 * Seals the changed row under its own service key, since another one would need the key's text. If that service key is
 * gone the old seal stays: the key is invalid then in any case.
 */
export function resealKey(ring: KeyRing, row: ApiKeyRow): ApiKeyRow {
  return { ...row, seal: ring.mac('api-key-row', sealText(row), row.keyId) ?? row.seal };
}

export function hasItsSeal(ring: KeyRing, row: ApiKeyRow): boolean {
  return ring.verify('api-key-row', sealText(row), row.keyId, row.seal);
}

/** Does the text belong to that row? Compares in constant time. */
export function isKeyOf(ring: KeyRing, { hash, keyId }: ApiKeyRow, shown: Secret): boolean {
  return ring.verify('api-key', shown.reveal(), keyId, hash);
}

/** Every column that grants rights; not the time of last use, which is updated without a seal. */
function sealText(row: ApiKeyRow): string {
  const { id, name, role, scope, account, prefix, hash, createdAt, createdBy, addresses } = row;
  const { expiresAt, revokedAt, revokedBy, replacedBy } = row;
  const made = [
    id,
    name,
    role,
    scope,
    account,
    prefix,
    hash.toString('hex'),
    createdAt.toISOString(),
    createdBy,
    addresses,
  ];
  const ended = [iso(expiresAt), iso(revokedAt), revokedBy, replacedBy];
  return JSON.stringify([...made, ...ended]);
}
