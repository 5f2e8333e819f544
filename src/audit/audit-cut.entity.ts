import type { Columns } from '../platform/database/columns.js';
import { entity } from '../platform/database/entity-table.js';
import type { AuditCut } from './audit-chain.js';

const CUT_COLUMNS: Columns<AuditCut & { readonly id: number }> = {
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
