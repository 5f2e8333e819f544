import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { reader, selectList } from '../../platform/database/columns.js';
import { OUTBOX_COLUMNS } from './outbox-columns.js';
import type { OutgoingMessage } from './outbox-columns.js';

/**
 * Gives places to messages that are committed and have none. The head is one row, which one process at a time holds, so that
 * a smaller place is never seen later than a greater one. What another process has placed since this statement began is left
 * alone: places may be left out, none is given twice.
 */
const PLACE = `
  WITH head AS (
    SELECT position FROM outbox_head WHERE EXISTS (SELECT 1 FROM outbox WHERE position IS NULL) FOR UPDATE SKIP LOCKED),
  fresh AS (
    SELECT id, row_number() OVER (ORDER BY created_at, version) AS place
      FROM (SELECT id, created_at, version FROM outbox
             WHERE position IS NULL AND EXISTS (SELECT 1 FROM head) ORDER BY created_at LIMIT $1) unplaced),
  moved AS (
    UPDATE outbox_head SET position = outbox_head.position + (SELECT count(*) FROM fresh)
     WHERE EXISTS (SELECT 1 FROM fresh))
  UPDATE outbox SET position = head.position + fresh.place FROM head, fresh
   WHERE outbox.id = fresh.id AND outbox.position IS NULL
  RETURNING outbox.id`;

const AFTER = `
  SELECT ${selectList(OUTBOX_COLUMNS, 'm')} FROM outbox m WHERE m.position > $1 ORDER BY m.position LIMIT $2`;

/** At most so many at once, so that a delete beside live traffic holds no lock for long. */
const FORGET = `
  DELETE FROM outbox WHERE id IN (
    SELECT id FROM outbox WHERE position IS NOT NULL AND created_at < checkout_now() - $1 * interval '1 millisecond'
     ORDER BY position LIMIT $2)
  RETURNING id`;

const read = reader(OUTBOX_COLUMNS, 'm');

/** A message that has its place. */
export type PlacedMessage = OutgoingMessage & { readonly position: number };

@Injectable()
export class OutboxRepository {
  constructor(private readonly database: Database) {}

  /** How many got a place. 0: there are none without, or another process is giving them. */
  async place(limit: number): Promise<number> {
    return (await this.database.query(PLACE, [limit])).length;
  }

  /** Messages behind a place, in their order. */
  async after(position: number, limit: number): Promise<PlacedMessage[]> {
    const rows = await this.database.query<Record<string, unknown>>(AFTER, [position, limit]);
    return rows.map((row) => read(row) as PlacedMessage);
  }

  /** Deletes messages of that age; gives how many. */
  async forget(olderThanMs: number, limit: number): Promise<number> {
    return (await this.database.query(FORGET, [olderThanMs, limit])).length;
  }
}
