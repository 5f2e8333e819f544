import type { ObservedMismatch } from '../model/order.types.js';
import type { Columns } from '../../platform/database/columns.js';
import { entity, refersTo } from '../../platform/database/entity-table.js';

interface Mismatch extends ObservedMismatch {
  readonly id: string;
  readonly merchantOrderNo: string;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  readonly note: string | null;
}

export const MISMATCH_COLUMNS: Columns<Mismatch> = {
  id: 'uuid',
  merchantOrderNo: 'text',
  tradeNo: 'text',
  kind: 'text',
  field: 'text',
  asked: 'text?',
  seen: 'text?',
  openedAt: 'timestamptz',
  resolvedAt: 'timestamptz?',
  resolvedBy: 'text?',
  note: 'text?',
};

const OPEN = 'resolved_at IS NULL';

export const MismatchEntity = entity('mismatches', MISMATCH_COLUMNS, ['id'], {
  checks: [{ name: 'mismatches_resolution', expression: '(resolved_at IS NULL) = (resolved_by IS NULL)' }],
  foreignKeys: [refersTo('mismatches_order_fkey', 'orders', 'merchantOrderNo')],
  indices: [
    { name: 'mismatches_open', columns: ['merchantOrderNo', 'tradeNo', 'kind', 'field'], unique: true, where: OPEN },
    { name: 'mismatches_order', columns: ['merchantOrderNo'] },
    { name: 'mismatches_newest', columns: ['openedAt', 'id'] },
    { name: 'mismatches_open_newest', columns: ['openedAt', 'id'], where: OPEN },
    { name: 'mismatches_kind_newest', columns: ['kind', 'openedAt', 'id'] },
    { name: 'mismatches_resolved', columns: ['resolvedAt'], where: 'resolved_at IS NOT NULL' },
  ],
});
