import { listed, record } from '../../platform/database/columns.js';
import type { Columns } from '../../platform/database/columns.js';
import { storableJson } from '../../platform/text/stored-json.js';
import { entity, refersTo } from '../../platform/database/entity-table.js';

export interface OutgoingMessage {
  readonly id: string;
  readonly type: string;
  /** null: not about an order; `data` holds the content. */
  readonly merchantOrderNo: string | null;
  readonly version: number | null;
  readonly data: unknown;
  /** HMAC over `data` with the service key: see `own-message.ts`. */
  readonly mac: Buffer | null;
  readonly keyId: string | null;
  readonly createdAt: Date;
  /** Assigned after the commit, in commit order, so that a reader who continues from a position misses nothing. */
  readonly position: number | null;
}

export const OUTBOX_COLUMNS: Columns<OutgoingMessage> = {
  id: 'uuid',
  type: 'text',
  merchantOrderNo: 'text collate C?',
  version: 'integer?',
  data: 'jsonb?',
  mac: 'bytea?',
  keyId: 'text?',
  createdAt: 'timestamptz',
  position: 'bigint?',
};

export const messageJson = (message: OutgoingMessage): string => storableJson(record(listed(OUTBOX_COLUMNS), message));
export const messageRow = (parameter: string): string => `jsonb_populate_record(NULL::outbox, ${parameter}::jsonb)`;

export const OutboxEntity = entity('outbox', OUTBOX_COLUMNS, ['id'], {
  foreignKeys: [refersTo('outbox_order_fkey', 'orders', 'merchantOrderNo')],
  indices: [
    { name: 'outbox_order', columns: ['merchantOrderNo'], where: 'merchant_order_no IS NOT NULL' },
    { name: 'outbox_unplaced', columns: ['createdAt'], where: 'position IS NULL' },
    { name: 'outbox_position', columns: ['position'], unique: true, where: 'position IS NOT NULL' },
  ],
});

interface OutboxHead {
  readonly id: number;
  readonly position: number;
  readonly forgotten: number;
}

const HEAD_COLUMNS: Columns<OutboxHead> = { id: 'smallint', position: 'bigint', forgotten: 'bigint = 0' };

/** A single row; the process that assigns positions locks it. */
export const OutboxHeadEntity = entity('outbox_head', HEAD_COLUMNS, ['id'], {
  checks: [
    { name: 'outbox_head_one', expression: 'id = 1' },
    { name: 'outbox_head_order', expression: 'forgotten BETWEEN 0 AND position' },
  ],
});
