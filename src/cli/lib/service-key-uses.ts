import { RECEIPT_CONTENT } from '../../callbacks/callback-receipts.service.js';
import { CUSTOMER_EMAIL } from '../../orders/secrets/customer-email.service.js';
import { PAYEE } from '../../orders/secrets/payee-seal.js';
import { NOTE_TEXT } from '../../operator/notes/notes.service.js';
import type { Database } from '../../platform/database/database.js';
import { WEBHOOK_SECRET } from '../../webhooks/endpoint-secrets.service.js';
import type { SealedColumn } from '../../platform/crypto/key-ring.js';

/** Columns that can be re-encrypted, given both keys. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  CUSTOMER_EMAIL,
  PAYEE,
  RECEIPT_CONTENT,
  WEBHOOK_SECRET,
  NOTE_TEXT,
];

/** HMACs cannot move to another key, except the seals of orders. */
const AUTHENTICATED = [
  { what: 'entries of the history', table: 'order_events' },
  { what: 'seals of orders', table: 'orders', keyIdColumn: 'state_key_id' },
  { what: 'forgotten customers', table: 'erasures' },
  { what: 'removed orders', table: 'removed_orders' },
  { what: 'messages about no order', table: 'outbox' },
  { what: 'entries of the audit log', table: 'audit_log' },
  { what: 'where the audit log was cut off', table: 'audit_cut' },
  { what: 'API keys', table: 'api_keys WHERE revoked_at IS NULL' },
];

/** How much data cannot be read or checked without the key. */
export interface ServiceKeyUse {
  readonly what: string;
  readonly id: string;
  readonly count: number;
}

const COUNTS = [...SEALED_COLUMNS, ...AUTHENTICATED].map(
  ({ what, table, keyIdColumn = 'key_id' }) =>
    `SELECT '${what}' AS what, ${keyIdColumn} AS id, count(*)::double precision AS count FROM ${table} GROUP BY ${keyIdColumn}`,
);
const ALL = `SELECT * FROM (${COUNTS.join(' UNION ALL ')}) uses WHERE id IS NOT NULL ORDER BY id, what`;

/** Reads whole tables: it may take minutes. Client secrets and callback addresses are derived, not stored. */
export function serviceKeyUses(database: Database, timeoutMs: number): Promise<ServiceKeyUse[]> {
  return database.readPatiently(ALL, [], timeoutMs);
}

export const usesText = (uses: readonly Omit<ServiceKeyUse, 'id'>[]): string =>
  uses.map(({ what, count }) => `${count} ${what}`).join(', ');
