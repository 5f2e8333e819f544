import { listed, record } from '../../platform/database/columns.js';
import type { Columns } from '../../platform/database/columns.js';
import { storableJson } from '../../platform/text/stored-json.js';

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
  merchantOrderNo: 'text?',
  version: 'integer?',
  data: 'jsonb?',
  mac: 'bytea?',
  keyId: 'text?',
  createdAt: 'timestamptz',
  position: 'bigint?',
};

export const messageJson = (message: OutgoingMessage): string => storableJson(record(listed(OUTBOX_COLUMNS), message));
export const messageRow = (parameter: string): string => `jsonb_populate_record(NULL::outbox, ${parameter}::jsonb)`;
