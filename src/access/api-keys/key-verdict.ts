import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { EVERYBODY } from '../../platform/callers/caller.js';
import type { Secret } from '../../platform/callers/secret.js';
import type { SeenKey } from './api-key.types.js';
import { hasItsSeal, isKeyOf } from './key-seal.js';
import { keyStatus } from './key-status.js';

/**
 * `keyless`: the service key of its row is gone; `altered`: the row's seal does not match; `wrong`: the prefix of one
 * key with the secret of another; `anybodys`: created under `AUTH=none`, by anyone who could connect.
 */
export type KeyVerdict = 'good' | 'keyless' | 'altered' | 'wrong' | 'expired' | 'revoked' | 'anybodys';

export function judgeKey(ring: KeyRing, { row, now }: SeenKey, shown: Secret): KeyVerdict {
  if (!ring.has(row.keyId)) return 'keyless';
  if (!hasItsSeal(ring, row)) return 'altered';
  if (!isKeyOf(ring, row, shown)) return 'wrong';
  const status = keyStatus(row, now);
  if (status === 'expired' || status === 'revoked') return status;
  return row.createdBy === EVERYBODY.id ? 'anybodys' : 'good';
}
