import { listed, record } from '../../platform/database/columns.js';
import type { Columns } from '../../platform/database/columns.js';
import { storableJson } from '../../platform/shared/storable.js';

export interface OutgoingMessage {
  readonly id: string;
  readonly type: string;
  /** null: it is about no order, and says itself what it is about. */
  readonly merchantOrderNo: string | null;
  readonly version: number | null;
  readonly data: unknown;
  /** Of what it says itself, with the service key: see `own-message.ts`. */
  readonly mac: Buffer | null;
  readonly keyId: string | null;
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
  mac: 'bytea?',
  keyId: 'text?',
  createdAt: 'timestamptz',
  position: 'bigint?',
};

/** A message as one parameter, and the row that SQL makes of it. */
export const messageJson = (message: OutgoingMessage): string => storableJson(record(listed(OUTBOX_COLUMNS), message));
export const messageRow = (parameter: string): string => `jsonb_populate_record(NULL::outbox, ${parameter}::jsonb)`;
