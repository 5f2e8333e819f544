import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Columns } from '../../platform/database/columns.js';
import { isAheadSql } from '../../platform/database/times-ahead.js';
import { DAY } from '../../platform/time/time.js';
import { CREATE_VALIDITY_MS, VALIDITY_MARGIN_MS } from '../decisions/watch.js';
import { entity } from '../../platform/database/entity-table.js';

export interface EpochReading {
  readonly epoch: string;
  /** System identifier, database and timeline of the epoch; null: not stored yet. Another text: the row was restored. */
  readonly history: string | null;
  readonly timeline: string;
  /** `system identifier/database`; absent in hot statements. */
  readonly cluster?: string;
  /** Flushed position of the write-ahead log, in bytes. */
  readonly lsn: string;
  /** At or after the creation of each order of an earlier epoch, and of each trade in flight. */
  readonly beganAt: Date;
  /** When commits were last found lost; null: never, or an operator ended the doubt. */
  readonly doubtedAt: Date | null;
  /** Commits may have been lost: each number is looked up before it is sent. */
  readonly doubted: boolean;
  /** Numbers of orders made until then are looked up for good: a look-up may have failed for as long as the doubt lasted. */
  readonly doubtedUntil: Date;
}

/** Postgres' clock may have been set back by this much. A time further ahead is not the service's, and counts as none. */
const MOST_AHEAD_MS = 2 * DAY;
const isWritten = (time: string): string => `NOT (${isAheadSql(time, MOST_AHEAD_MS)})`;
const writtenSql = (time: string): string => `CASE WHEN ${isWritten(time)} THEN ${time} END`;

/** Dates an epoch too, since the clock may have been set back. */
const NEWEST_ORDER = `(SELECT max(created_at) FROM orders WHERE ${isWritten('created_at')})`;
/** An order is updated when it gets a trade, and never back in time. Only those in the making have a trade in flight. */
const NEWEST_IN_FLIGHT = `(SELECT max(updated_at) FROM orders WHERE attempt_until IS NOT NULL AND ${isWritten('updated_at')})`;

/** Doubt ends an hour after the loss was found. */
export const DOUBT_MS = 3_600_000;
const DOUBT = `interval '${DOUBT_MS} ms'`;
const BEGAN_AT = `coalesce(${writtenSql('e.began_at')}, 'epoch')`;
const DOUBTED_AT = writtenSql('e.doubted_at');

/**
 * Unknown if the row stands in another table than the one that it was written to, since a dump restored in place makes
 * the tables anew; or if the table is new, and has older orders in it.
 */
const HISTORY = `CASE WHEN e.table_oid = e.tableoid::bigint
    AND (e.history IS NOT NULL OR coalesce((SELECT min(created_at) FROM orders) >= e.began_at, true))
  THEN e.history ELSE 'restored' END`;

/** Reads {@link EpochReading} from `database_epoch e`. Costs about 10 µs; needs no rights; a standby refuses it (55000). */
export const EPOCH = `e.epoch, ${HISTORY} AS history, ${BEGAN_AT} AS "beganAt", ${DOUBTED_AT} AS "doubtedAt",
  coalesce(${DOUBTED_AT} > checkout_now() - ${DOUBT}, false) AS doubted,
  greatest(${BEGAN_AT}, ${DOUBTED_AT} + ${DOUBT}) AS "doubtedUntil",
  left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS timeline, (pg_current_wal_flush_lsn() - '0/0')::text AS lsn`;

/** Reads a file of the server: 40 µs more. Differs for a database restored from a dump, even beside the old one. */
const CLUSTER = `(SELECT system_identifier FROM pg_control_system()) || '/' ||
  (SELECT oid FROM pg_database WHERE datname = current_database())`;

const inLowerCase = (number: string): string => `lower(${number}::text COLLATE "C")`;

/** SQL: whether each number of this order is looked up before it is first sent. */
export const isDoubtedSql = (number: string): string =>
  `EXISTS (SELECT FROM doubted_numbers WHERE merchant_order_no = ${inLowerCase(number)})`;

@Injectable()
export class EpochRepository {
  constructor(private readonly database: Database) {}

  async read(): Promise<EpochReading> {
    const [row] = await this.database.query<EpochReading>(
      `SELECT ${EPOCH}, ${CLUSTER} AS cluster FROM database_epoch e`,
    );
    if (row === undefined) throw new Error('database_epoch has lost its row');
    return row;
  }

  /** Begins the next epoch, after a loss in doubt; else it is the first one. false: another process did. */
  async renew(epoch: string, isLoss: boolean): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE database_epoch e SET epoch = gen_random_uuid(),
              history = ${CLUSTER} || '/' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8),
              table_oid = tableoid::bigint, requeried_to = CASE WHEN $2 THEN '' ELSE requeried_to END,
              began_at = CASE WHEN $2 THEN greatest(checkout_now(), ${NEWEST_ORDER}, ${NEWEST_IN_FLIGHT}) ELSE began_at END,
              doubted_at = CASE WHEN $2 THEN checkout_now() ELSE doubted_at END
        WHERE epoch = $1 RETURNING epoch`,
      [epoch, isLoss],
    );
    return rows.length === 1;
  }

  /**
   * An unsent trade may have been sent in the lost commits, and its page returned: one query tells, once that request has
   * expired. A query that finds nothing ends the watch.
   */
  async watchUnsent(): Promise<void> {
    await this.database.query(
      `INSERT INTO schedules AS s (trade_no, watch_class, next_query_at, planned_at)
       SELECT trade_no, 'closed', due.at, checkout_now()
         FROM orders o JOIN trades t USING (merchant_order_no),
              LATERAL (SELECT checkout_now() + $1 * interval '1 millisecond' AS at) AS due
        WHERE o.created_at > checkout_now() - interval '1 day' AND t.outcome = 'not_sent'
       ON CONFLICT (trade_no) DO UPDATE
         SET watch_class = excluded.watch_class, next_query_at = excluded.next_query_at, planned_at = excluded.planned_at
         WHERE s.next_query_at IS NULL`,
      [CREATE_VALIDITY_MS + VALIDITY_MARGIN_MS],
    );
  }

  /** Of a trade that the provider has, or may have, and the database lacks. */
  async doubtNumber(tradeNo: string): Promise<void> {
    await this.database.query(
      `INSERT INTO doubted_numbers (merchant_order_no) VALUES (regexp_replace(${inLowerCase('$1')}, '-r[0-9]+$', ''))
       ON CONFLICT (merchant_order_no) DO UPDATE SET at = checkout_now()`,
      [tradeNo],
    );
  }

  /** null: the order's numbers are not doubted. `isFresh`: the newest such answer came within `freshMs`. */
  async doubtOf(merchantOrderNo: string, freshMs: number): Promise<{ readonly isFresh: boolean } | null> {
    const [row] = await this.database.readTogether<{ readonly isFresh: boolean }>(
      `SELECT at BETWEEN checkout_now() - $2 * interval '1 ms' AND checkout_now() + $2 * interval '1 ms' AS "isFresh"
         FROM doubted_numbers WHERE merchant_order_no = ${inLowerCase('$1')}`,
      [merchantOrderNo, freshMs],
    );
    return row ?? null;
  }
}

interface DatabaseEpoch {
  readonly id: number;
  readonly epoch: string;
  /** System identifier, database and timeline of the epoch; null until the service first starts. */
  readonly history: string | null;
  /** The table to which the row was written. */
  readonly tableOid: string | null;
  readonly beganAt: Date;
  readonly doubtedAt: Date | null;
  /** Closed trades up to this number are due again since the loss; null: all. */
  readonly requeriedTo: string | null;
}

const EPOCH_COLUMNS: Columns<DatabaseEpoch> = {
  id: 'smallint',
  epoch: 'uuid',
  history: 'text?',
  beganAt: 'timestamptz',
  doubtedAt: 'timestamptz?',
  tableOid: 'bigint?',
  requeriedTo: 'text collate C?',
};

export const DatabaseEpochEntity = entity('database_epoch', EPOCH_COLUMNS, ['id'], {
  checks: [{ name: 'database_epoch_one', expression: 'id = 1' }],
});

const DOUBTED_NUMBER_COLUMNS: Columns<Record<'merchantOrderNo' | 'at', unknown>> = {
  /** In lower case. */
  merchantOrderNo: 'text collate C',
  at: 'timestamptz = checkout_now()',
};

export const DoubtedNumberEntity = entity('doubted_numbers', DOUBTED_NUMBER_COLUMNS, ['merchantOrderNo'], {});
