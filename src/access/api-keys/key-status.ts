import type { ApiKeyRow } from './api-key.types.js';

/** `expiring`: still valid, but it has a successor or expires within two weeks. */
export const KEY_STATUSES = ['active', 'expiring', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

const SOON_MS = 14 * 86_400_000;

type Ending = Pick<ApiKeyRow, 'revokedAt' | 'expiresAt' | 'replacedBy'>;

/** `now` by Postgres' clock. A key is invalid from the very moment of its expiry. */
export function keyStatus({ revokedAt, expiresAt, replacedBy }: Ending, now: Date): KeyStatus {
  if (revokedAt !== null) return 'revoked';
  const leftMs = expiresAt === null ? Infinity : expiresAt.getTime() - now.getTime();
  if (leftMs <= 0) return 'expired';
  return replacedBy !== null || leftMs <= SOON_MS ? 'expiring' : 'active';
}
