import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { EVERYBODY } from '../../platform/shared/caller.js';
import type { Secret } from '../../platform/shared/secret.js';
import type { SeenKey } from './api-key.types.js';
import { hasItsSeal, isKeyOf } from './key-seal.js';
import { keyStatus } from './key-status.js';

/**
 * What is to be thought of a key that was shown: `keyless`: the service key of its row is not known any more; `altered`: the
 * row is not as the service wrote it, or was written with another service key; `wrong`: the prefix of one key with the secret
 * of another; `anybodys`: it was made under `AUTH=none`, by whoever could connect.
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
