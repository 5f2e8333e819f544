import { each, moment, one, orNull, plain, shape, text, texts, uuid } from '../../platform/http/answers/shape.js';
import type { ShownBy } from '../../platform/http/answers/shape.js';
import { ROLES, SCOPES } from '../../platform/callers/caller.js';
import type { Role, Scope } from '../../platform/callers/caller.js';
import { KEY_STATUSES, keyStatus } from './api-key.js';
import type { KeyStatus, NewKey, StoredKey } from './api-key.js';

const EXAMPLE_ID = '3f0e1c52-7f0a-4c1e-9a55-0c5f6e0f6f11';

export const KEY = shape('KeyDto', {
  id: uuid("The key's id; not a secret.", EXAMPLE_ID),
  name: text('A label for people: what uses the key.', 'shop backend'),
  role: plain<Role>('The role of its caller.', { enum: ROLES, enumName: 'Role', example: 'checkout' }),
  scope: orNull(
    plain<Scope>('The orders that a server sees: its own, or all; null: a staff key.', {
      enum: SCOPES,
      enumName: 'KeyScope',
      example: 'all',
    }),
  ),
  prefix: text('The public part of the key, after `rck_`.', 'k3m9qzt2wx4b'),
  status: plain<KeyStatus>('`expiring`: still valid, but it has a successor or expires within two weeks.', {
    enum: KEY_STATUSES,
    enumName: 'KeyStatus',
    example: 'active',
  }),
  createdAt: moment('The time of creation.'),
  createdBy: text('The creator: the id of a caller, or `command-line`.', 'command-line'),
  addresses: orNull(texts('The addresses and subnets from which it is allowed; null: any.', null)),
  expiresAt: orNull(moment('When it expires; null: never.', '2027-01-31T00:00:00.000Z')),
  revokedAt: orNull(moment('When it was revoked; null: not revoked.', '2026-03-01T09:30:00.000Z')),
  lastUsedAt: orNull(moment('The time of last use, to the minute; null: never.', '2026-02-28T17:41:00.000Z')),
  replacedBy: orNull(uuid('The id of its successor after a rotation.')),
});

export const KEYS = shape('KeysDto', {
  items: each('Newest first.', KEY),
  nextCursor: orNull(uuid('The cursor of the next page; null: this is the last.', EXAMPLE_ID)),
});

export const NEW_KEY = shape('NewKeyDto', {
  ...KEY.fields,
  key: text(
    'The key itself, which cannot be shown again.',
    'rck_k3m9qzt2wx4b_dGhpcyBpcyBub3QgYSBrZXkgdGhhdCBpcyBnb29kISE',
  ),
});

export const ROTATED_KEY = shape('RotatedKeyDto', {
  ...NEW_KEY.fields,
  replaces: one('The replaced key, which stays valid until it expires.', KEY),
});

export const presentKey = (stored: StoredKey): ShownBy<typeof KEY> =>
  KEY.show({ ...stored.row, status: keyStatus(stored) });

/** The only response with the key's text, placed among the first members so that people find it. */
export function presentNewKey({ key: secret, ...stored }: NewKey): ShownBy<typeof NEW_KEY> {
  const { id, role, name, ...rest } = presentKey(stored);
  return { id, key: secret.reveal(), role, name, ...rest };
}
