import { RECEIPT_CONTENT } from '../../callbacks/receipt-content.js';
import { CUSTOMER_EMAIL } from '../../orders/secrets/customer-email.service.js';
import { PAYEE } from '../../orders/secrets/payee-seal.js';
import type { Database } from '../../platform/database/database.js';
import { WEBHOOK_SECRET } from '../../webhooks/endpoint-secrets.service.js';
import type { SealedColumn } from '../../platform/crypto/key-ring.js';

/** Columns that can be re-encrypted, given both keys. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [CUSTOMER_EMAIL, PAYEE, RECEIPT_CONTENT, WEBHOOK_SECRET];

/**
 * Data that cannot move to another key, except the seals of orders: HMACs of the past, and of keys whose text only
 * their owners have.
 */
const AUTHENTICATED = [
  { what: 'entries of the history', table: 'order_events', keyIdColumn: 'key_id', which: 'true' },
  { what: 'seals of orders', table: 'orders', keyIdColumn: 'state_key_id', which: 'true' },
  { what: 'forgotten customers', table: 'erasures', keyIdColumn: 'key_id', which: 'true' },
  { what: 'removed orders', table: 'removed_orders', keyIdColumn: 'key_id', which: 'true' },
  { what: 'messages about no order', table: 'outbox', keyIdColumn: 'key_id', which: 'true' },
  { what: 'entries of the audit log', table: 'audit_log', keyIdColumn: 'key_id', which: 'true' },
  { what: 'where the audit log was cut off', table: 'audit_cut', keyIdColumn: 'key_id', which: 'true' },
  { what: 'API keys', table: 'api_keys', keyIdColumn: 'key_id', which: 'revoked_at IS NULL' },
] as const;

/** How much data one service key protects: it cannot be read or checked without the key. */
export interface ServiceKeyUse {
  readonly what: string;
  readonly id: string;
  readonly count: number;
}

const COUNTS = [...SEALED_COLUMNS.map((column) => ({ ...column, which: 'true' })), ...AUTHENTICATED].map(
  ({ what, table, keyIdColumn, which }) =>
    `SELECT '${what}' AS what, ${keyIdColumn} AS id, count(*)::double precision AS count FROM ${table}
      WHERE ${keyIdColumn} IS NOT NULL AND ${which} GROUP BY ${keyIdColumn}`,
);

/** Reads whole tables: it may take minutes. Client secrets and callback addresses are derived, not stored. */
export function serviceKeyUses(database: Database, timeoutMs: number): Promise<ServiceKeyUse[]> {
  return database.readPatiently(`${COUNTS.join(' UNION ALL ')} ORDER BY id, what`, [], timeoutMs);
}

export const usesText = (uses: readonly Omit<ServiceKeyUse, 'id'>[]): string =>
  uses.map(({ what, count }) => `${count} ${what}`).join(', ');
