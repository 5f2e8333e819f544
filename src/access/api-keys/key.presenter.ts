import type { NewKey, SeenKey } from './api-key.types.js';
import { keyStatus } from './key-status.js';
import type { KeyDto, NewKeyDto } from './keys.dto.js';
import { iso } from '../../platform/shared/moment.js';

/** A key without anything that is secret. */
export function presentKey({ row, now }: SeenKey): KeyDto {
  const {
    id,
    name,
    role,
    scope,
    prefix,
    createdAt,
    createdBy,
    addresses,
    expiresAt,
    revokedAt,
    lastUsedAt,
    replacedBy,
  } = row;
  return {
    id,
    name,
    role,
    scope,
    prefix,
    status: keyStatus(row, now),
    createdAt: createdAt.toISOString(),
    createdBy,
    addresses: addresses === null ? null : [...addresses],
    expiresAt: iso(expiresAt),
    revokedAt: iso(revokedAt),
    lastUsedAt: iso(lastUsedAt),
    replacedBy,
  };
}

/** The one time that the key itself is shown. */
export function presentNewKey({ key, row }: NewKey, now: Date): NewKeyDto {
  const { id, role, name, ...rest } = presentKey({ row, now });
  return { id, key: key.reveal(), role, name, ...rest };
}
