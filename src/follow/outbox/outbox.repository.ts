import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { only, reader, selectList } from '../../platform/database/columns.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import type { Columns } from '../../platform/database/columns.js';
import type { Ownership } from '../../orders/decisions/order-access.js';
import { ORDER_COLUMNS } from '../../orders/storage/order.entity.js';
import { EPOCH } from '../../orders/storage/epoch.repository.js';
import type { EpochReading } from '../../orders/storage/epoch.repository.js';
import { OUTBOX_COLUMNS } from '../../orders/storage/outbox-columns.js';
import type { OutgoingMessage } from '../../orders/storage/outbox-columns.js';

/**
 * Assigns positions to committed messages. One process at a time locks the head row, so that no smaller position
 * appears after a greater one. Positions may be skipped. A later version of an order never has an earlier time.
 */
const PLACE = `
  WITH head AS (
    SELECT position FROM outbox_head WHERE EXISTS (SELECT 1 FROM outbox WHERE position IS NULL) FOR UPDATE SKIP LOCKED),
  fresh AS (
    SELECT id, row_number() OVER (ORDER BY created_at, version) AS place
      FROM (SELECT id, created_at, version FROM outbox
             WHERE position IS NULL AND EXISTS (SELECT 1 FROM head) ORDER BY created_at, version LIMIT $1) unplaced),
  moved AS (
    UPDATE outbox_head SET position = outbox_head.position + (SELECT count(*) FROM fresh)
     WHERE EXISTS (SELECT 1 FROM fresh))
  UPDATE outbox SET position = head.position + fresh.place FROM head, fresh
   WHERE outbox.id = fresh.id AND outbox.position IS NULL
  RETURNING outbox.id`;

const TAKE_BACK = `UPDATE outbox SET position = NULL WHERE position > (SELECT position FROM outbox_head) RETURNING id`;

const OWNER_COLUMNS = only(ORDER_COLUMNS, ['side', 'caller', 'customerId']) as Columns<Ownership>;

/** The head and the messages after a position, from one read. */
const BEHIND = `
  SELECT h.position AS head, h.forgotten, ${EPOCH}, ${selectList(OUTBOX_COLUMNS, 'm')}, ${selectList(OWNER_COLUMNS, 'o')}
    FROM outbox_head h CROSS JOIN database_epoch e
    LEFT JOIN LATERAL (
      SELECT * FROM outbox WHERE position > coalesce($1, h.forgotten) AND position <= h.position
       ORDER BY position LIMIT $2) m ON true
    LEFT JOIN orders o ON o.merchant_order_no = m.merchant_order_no
   ORDER BY m.position`;

/** Checks only the oldest positions: locks stay short, and a call that deletes nothing does not scan the table. */
const FORGET = `
  WITH gone AS (
    DELETE FROM outbox WHERE id IN (
      SELECT id FROM (SELECT id, created_at FROM outbox WHERE position <= (SELECT position FROM outbox_head)
                       ORDER BY position LIMIT $2) oldest
       WHERE created_at < checkout_now() - $1 * interval '1 millisecond')
    RETURNING position),
  noted AS (
    UPDATE outbox_head SET forgotten = greatest(forgotten, (SELECT max(position) FROM gone))
     WHERE EXISTS (SELECT 1 FROM gone))
  SELECT position FROM gone`;

const readMessage = reader(OUTBOX_COLUMNS, 'm');
const readOwner = reader(OWNER_COLUMNS, 'o');

/** `owner`: of the message's order; null: no order. */
export type PlacedMessage = OutgoingMessage & { readonly position: number; readonly owner: Ownership | null };

export interface OutboxPart {
  readonly epoch: EpochReading;
  readonly head: number;
  readonly forgotten: number;
  readonly messages: readonly PlacedMessage[];
}

@Injectable()
export class OutboxRepository {
  constructor(private readonly database: Database) {}

  /** Returns how many got a position. 0: none was waiting, or another process is assigning. */
  async place(limit: number): Promise<number> {
    try {
      return (await this.database.query(PLACE, [limit])).length;
    } catch (error) {
      if (brokenConstraint(error) !== 'outbox_position') throw error;
      // Only a foreign writer to the database can have taken an unassigned position.
      return (await this.database.query(TAKE_BACK)).length;
    }
  }

  async head(): Promise<Pick<OutboxPart, 'epoch' | 'head'>> {
    const [row] = await this.database.query<EpochReading & { readonly position: string }>(
      `SELECT position, ${EPOCH} FROM outbox_head CROSS JOIN database_epoch e`,
    );
    if (row === undefined) throw new Error('the outbox has no head');
    return { epoch: row, head: Number(row.position) };
  }

  /** Messages after a position, in order; null: from the oldest. */
  async behind(position: number | null, limit: number): Promise<OutboxPart> {
    const rows = await this.database.query<EpochReading & Record<string, unknown>>(BEHIND, [position, limit]);
    const [first] = rows;
    if (first === undefined) throw new Error('the outbox has no head');
    return {
      epoch: first,
      head: Number(first['head']),
      forgotten: Number(first['forgotten']),
      messages: rows.filter((row) => row['m_id'] !== null).map(placedMessage),
    };
  }

  async forget(olderThanMs: number, limit: number): Promise<number> {
    return (await this.database.query(FORGET, [olderThanMs, limit])).length;
  }
}

function placedMessage(row: Readonly<Record<string, unknown>>): PlacedMessage {
  const owner = row['o_caller'] === null ? null : readOwner(row);
  return { ...readMessage(row), owner } as PlacedMessage;
}
