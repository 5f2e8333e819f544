import type { KeyRing } from '../../platform/crypto/key-ring.js';
import type { Secret } from '../../platform/shared/secret.js';
import type { ApiKeyRow } from './api-key.types.js';
import { iso } from '../../platform/shared/moment.js';

/** A key that is about to be stored. */
export type UnsealedKey = Omit<ApiKeyRow, 'hash' | 'seal' | 'keyId'>;

/**
 * Makes both HMACs under the newest service key. With a copy of the table nobody can try out keys; who can only write to it
 * can neither put in a key of his own nor give one more than it was made with.
 */
export function sealKey(ring: KeyRing, row: UnsealedKey, key: Secret): ApiKeyRow {
  const keyId = ring.newestId;
  const hash = ring.mac('api-key', key.reveal(), keyId);
  if (hash === null) throw new Error('the newest key is not in the ring');
  return resealKey(ring, { ...row, hash, keyId, seal: Buffer.alloc(0) });
}

/**
 * The row with the seal of what it says now, under its own service key: another one would need the key itself. Where the
 * service key is gone the old seal stays; the key is good for nothing then, whatever the row says.
 */
export function resealKey(ring: KeyRing, row: ApiKeyRow): ApiKeyRow {
  return { ...row, seal: ring.mac('api-key-row', sealText(row), row.keyId) ?? row.seal };
}

export function hasItsSeal(ring: KeyRing, row: ApiKeyRow): boolean {
  return ring.verify('api-key-row', sealText(row), row.keyId, row.seal);
}

/** Is this the key of that row? Compared in constant time. */
export function isKeyOf(ring: KeyRing, { hash, keyId }: ApiKeyRow, shown: Secret): boolean {
  return ring.verify('api-key', shown.reveal(), keyId, hash);
}

/** All that makes a difference; not when it was last used, which is noted without a seal. */
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
