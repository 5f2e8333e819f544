import type { Columns } from '../../platform/database/columns.js';
import { entity } from '../../platform/database/entity-table.js';
import type { ApiKeyRow } from './api-key.js';

/** A trigger allows a key only to end, and forbids deleting the row. */
export const KEY_COLUMNS: Columns<ApiKeyRow> = {
  id: 'uuid',
  name: 'text',
  role: 'text',
  scope: 'text?',
  account: 'uuid',
  prefix: 'text',
  hash: 'bytea',
  seal: 'bytea',
  keyId: 'text',
  createdAt: 'timestamptz = checkout_now()',
  createdBy: 'text',
  addresses: 'text[]?',
  expiresAt: 'timestamptz?',
  revokedAt: 'timestamptz?',
  revokedBy: 'text?',
  lastUsedAt: 'timestamptz?',
  replacedBy: 'uuid?',
};

const SCOPE = `CASE role WHEN 'checkout' THEN coalesce(scope IN ('own', 'all'), false) ELSE scope IS NULL END`;
const STAFF_END = `role = 'checkout' OR coalesce(expires_at, 'infinity') <= created_at + interval '2160 h'`;
const REPLACEMENT = 'replaced_by IS NULL OR (replaced_by <> id AND expires_at IS NOT NULL)';

const anotherKey = (name: string, column: string) => ({
  name,
  target: 'api_keys',
  columnNames: [column],
  referencedColumnNames: ['id'],
});

export const ApiKeyEntity = entity('api_keys', KEY_COLUMNS, ['id'], {
  uniques: [{ name: 'api_keys_prefix_once', columns: ['prefix'] }],
  checks: [
    { name: 'api_keys_name', expression: 'char_length(name) BETWEEN 1 AND 64' },
    { name: 'api_keys_role', expression: `role IN ('checkout', 'support', 'finance', 'admin')` },
    { name: 'api_keys_scope', expression: SCOPE },
    { name: 'api_keys_prefix', expression: `prefix ~ '^[a-km-np-z2-9]{12}$'` },
    { name: 'api_keys_hash', expression: 'octet_length(hash) = 32' },
    { name: 'api_keys_seal', expression: 'octet_length(seal) = 32' },
    { name: 'api_keys_addresses', expression: 'cardinality(addresses) BETWEEN 1 AND 20' },
    { name: 'api_keys_of_staff_end', expression: STAFF_END },
    { name: 'api_keys_revocation', expression: '(revoked_at IS NULL) = (revoked_by IS NULL)' },
    { name: 'api_keys_replacement', expression: REPLACEMENT },
  ],
  foreignKeys: [anotherKey('api_keys_account_fkey', 'account'), anotherKey('api_keys_replaced_by_fkey', 'replacedBy')],
  indices: [{ name: 'api_keys_created', columns: ['createdAt', 'id'] }],
});
