import type { Columns } from './columns.js';
import { entity, refersTo } from './table.entity.js';

interface OutgoingMessage {
  readonly id: string;
  readonly merchantOrderNo: string;
  readonly version: number;
  readonly kind: string;
  readonly status: string;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

/** Messages to the merchant's own systems, written with the change that they tell of. */
export const OUTBOX_COLUMNS: Columns<OutgoingMessage> = {
  id: 'uuid',
  merchantOrderNo: 'text',
  version: 'integer',
  kind: 'text',
  status: 'text',
  createdAt: 'timestamptz',
  sentAt: 'timestamptz?',
};

export const OutboxEntity = entity('outbox', OUTBOX_COLUMNS, ['id'], {
  foreignKeys: [refersTo('outbox_order_fkey', 'orders', 'merchantOrderNo')],
  indices: [{ name: 'outbox_unsent', columns: ['createdAt'], where: 'sent_at IS NULL' }],
});
