import type { Columns } from '../../platform/database/columns.js';
import { entity, refersTo } from '../../platform/database/table.entity.js';

export interface OutgoingMessage {
  readonly id: string;
  readonly type: string;
  /** null: it is about no order, and says itself what it is about. */
  readonly merchantOrderNo: string | null;
  readonly version: number | null;
  readonly data: unknown;
  readonly createdAt: Date;
  /** Its place among all messages, given once it is committed; so whoever reads on from a place misses none. */
  readonly position: number | null;
}

/** What the merchant's own systems are told, written with the change that it tells of. */
export const OUTBOX_COLUMNS: Columns<OutgoingMessage> = {
  id: 'uuid',
  type: 'text',
  merchantOrderNo: 'text?',
  version: 'integer?',
  data: 'jsonb?',
  createdAt: 'timestamptz',
  position: 'bigint?',
};

export const OutboxEntity = entity('outbox', OUTBOX_COLUMNS, ['id'], {
  checks: [
    {
      name: 'outbox_about',
      expression:
        '(merchant_order_no IS NULL) = (data IS NOT NULL) AND (merchant_order_no IS NULL) = (version IS NULL)',
    },
  ],
  foreignKeys: [refersTo('outbox_order_fkey', 'orders', 'merchantOrderNo')],
  indices: [
    { name: 'outbox_unplaced', columns: ['createdAt'], where: 'position IS NULL' },
    { name: 'outbox_position', columns: ['position'], unique: true, where: 'position IS NOT NULL' },
  ],
});

interface OutboxHead {
  readonly id: number;
  /** The last one given. */
  readonly position: number;
}

const HEAD_COLUMNS: Columns<OutboxHead> = { id: 'smallint', position: 'bigint' };

/** One row: whoever gives places holds it. */
export const OutboxHeadEntity = entity('outbox_head', HEAD_COLUMNS, ['id'], {
  checks: [{ name: 'outbox_head_one', expression: 'id = 1' }],
});
