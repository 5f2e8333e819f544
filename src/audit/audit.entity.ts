import type { Columns } from '../platform/database/columns.js';
import { entity } from '../platform/database/entity-table.js';
import type { AuditCut, SealedEntry } from './audit-chain.js';

type LogRow = Omit<SealedEntry, 'actor'> & {
  readonly actorId: string;
  readonly actorName: string;
  readonly address: string | null;
};

/** `id` is consecutive. A trigger keeps the log append-only. */
export const LOG_COLUMNS: Columns<LogRow> = {
  id: 'bigint',
  at: 'timestamptz',
  actorId: 'text',
  actorName: 'text',
  address: 'text?',
  traceId: 'text?',
  action: 'text',
  target: 'text?',
  reason: 'text?',
  detail: 'jsonb = {}',
  keyId: 'text',
  mac: 'bytea',
};

const index = (name: string, ...columns: string[]) => ({ name, columns });

export const AuditLogEntity = entity('audit_log', LOG_COLUMNS, ['id'], {
  checks: [
    { name: 'audit_log_action', expression: `action ~ '^[a-z]+\\.[a-z_]+$'` },
    { name: 'audit_log_id', expression: 'id > 0' },
    { name: 'audit_log_mac', expression: 'octet_length(mac) = 32' },
  ],
  indices: [
    index('audit_log_target', 'target', 'id'),
    index('audit_log_actor', 'actorId', 'id'),
    index('audit_log_action_newest', 'action', 'id'),
    index('audit_log_often', 'actorId', 'action', 'at'),
    index('audit_log_at', 'at'),
  ],
});

export const CUT_COLUMNS: Columns<AuditCut & { readonly id: number }> = {
  id: 'smallint',
  entry: 'bigint',
  mac: 'bytea',
  keyId: 'text',
  seal: 'bytea',
};

export const AuditCutEntity = entity('audit_cut', CUT_COLUMNS, ['id'], {
  checks: [
    { name: 'audit_cut_one', expression: 'id = 1' },
    { name: 'audit_cut_mac', expression: 'octet_length(mac) = 32 AND octet_length(seal) = 32' },
  ],
});
