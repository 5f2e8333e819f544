import { newKeyText, sealKey } from '#src/access/api-keys/api-key.js';
import type { ApiKeyRow } from '#src/access/api-keys/api-key.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import type { Secret } from '#src/platform/callers/secret.js';
import { SystemChance } from '#src/platform/chance.js';

export const NOW = new Date('2026-01-31T12:00:00.000Z');
export const DAY = 86_400_000;
export const at = (ms: number): Date => new Date(NOW.getTime() + ms);

export const OLD = { id: 'a', bytes: Buffer.alloc(32, 1) };
export const NEW = { id: 'b', bytes: Buffer.alloc(32, 2) };
export const ring = new KeyRing([OLD]);

const ID = '11111111-1111-4111-8111-111111111111';
const { key, prefix } = newKeyText(new SystemChance());

export const KEY: Secret = key;

/** A valid row: a server key that never expires. */
export function keyRow(given: Partial<ApiKeyRow> = {}, under: KeyRing = ring): ApiKeyRow {
  const made = {
    id: ID,
    name: 'shop',
    role: 'checkout',
    scope: 'own',
    account: ID,
    prefix,
    createdAt: at(-DAY),
  } as const;
  const ended = { expiresAt: null, revokedAt: null, revokedBy: null, lastUsedAt: null, replacedBy: null };
  return sealKey(under, { ...made, createdBy: 'command-line', addresses: null, ...ended, ...given }, KEY);
}
