import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { Problem } from '../../platform/shared/problem.js';
import type { SeenKey } from './api-key.types.js';
import { hasItsSeal } from './key-seal.js';
import { keyStatus } from './key-status.js';

/**
 * Throws `key_not_rotatable` where a successor would be more than the key is. A row whose seal does not fit is never copied:
 * the successor would be sealed anew, with whatever somebody wrote into the table.
 */
export function refuseRotation(ring: KeyRing, { row, now }: SeenKey): void {
  const reason = reasonAgainst(ring, { row, now });
  if (reason !== null) throw new Problem('key_not_rotatable', reason);
}

function reasonAgainst(ring: KeyRing, { row, now }: SeenKey): string | null {
  const status = keyStatus(row, now);
  if (status === 'revoked') return 'The key was revoked: make a new one.';
  if (row.replacedBy !== null) return `The key was rotated already: rotate its successor ${row.replacedBy}.`;
  if (status === 'expired') return 'The key has expired: make a new one.';
  if (!ring.has(row.keyId)) return 'The service key that it was made under is not in SERVICE_KEY: make a new one.';
  return hasItsSeal(ring, row) ? null : 'Its row was altered, or made under another SERVICE_KEY: revoke it.';
}
