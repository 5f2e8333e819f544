import type { Columns } from '../../platform/database/columns.js';

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
