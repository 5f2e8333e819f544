import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { EVERYBODY } from '../../platform/callers/caller.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import type { SeenKey } from './api-key.types.js';
import { hasItsSeal } from './key-seal.js';
import { keyStatus } from './key-status.js';

/**
 * Throws `key_not_rotatable` where a successor would have more rights than the key. A row with a broken seal is never
 * copied: its successor would get a valid seal over forged columns.
 */
export function refuseRotation(ring: KeyRing, { row, now }: SeenKey): void {
  const reason = reasonAgainst(ring, { row, now });
  if (reason !== null) throw new Problem('key_not_rotatable', reason);
}

function reasonAgainst(ring: KeyRing, { row, now }: SeenKey): string | null {
  const status = keyStatus(row, now);
  if (status === 'revoked') return PROBLEM_TEXTS.keyRevoked;
  if (row.replacedBy !== null) return PROBLEM_TEXTS.keyRotated(row.replacedBy);
  if (status === 'expired') return PROBLEM_TEXTS.keyExpired;
  if (row.createdBy === EVERYBODY.id) return PROBLEM_TEXTS.keyMadeByAnybody;
  if (!ring.has(row.keyId)) return PROBLEM_TEXTS.keyWithoutServiceKey;
  return hasItsSeal(ring, row) ? null : PROBLEM_TEXTS.keyAltered;
}
