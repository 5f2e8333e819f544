import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Columns } from '../../platform/database/columns.js';
import { CREATE_VALIDITY_MS, VALIDITY_MARGIN_MS } from '../decisions/watch.js';
import { entity } from '../../platform/database/entity-table.js';

export interface EpochReading {
  readonly epoch: string;
  /** System identifier, database and timeline of the epoch; null: not stored yet. */
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

/** Tells whether a standby follows the database of an {@link EpochReading}. */
export interface StandbyReading extends Required<Pick<EpochReading, 'epoch' | 'cluster'>> {
  readonly isStandby: boolean;
  /** Replayed position of the write-ahead log, in bytes, and when its newest commit was made; null: none so far. */
  readonly lsn: string | null;
  readonly committedAt: Date | null;
}

/** Dates an epoch too, since the clock may have been set back. */
const NEWEST_ORDER = `(SELECT max(created_at) FROM orders)`;
/** An order is updated when it gets a trade, and never back in time. Only those in the making have a trade in flight. */
const NEWEST_IN_FLIGHT = `(SELECT max(updated_at) FROM orders WHERE attempt_until IS NOT NULL)`;

/** Doubt ends after an hour without an answer about an order that the database lacks. */
export const DOUBT_MS = 3_600_000;
const DOUBT = `interval '${DOUBT_MS} ms'`;
const DOUBTED = `coalesce(e.doubted_at > checkout_now() - ${DOUBT}, false)`;

/** Reads {@link EpochReading} from `database_epoch e`. Costs about 10 µs; needs no rights; a standby refuses it (55000). */
export const EPOCH = `e.epoch, e.history, e.began_at AS "beganAt", e.doubted_at AS "doubtedAt", ${DOUBTED} AS doubted,
  greatest(e.began_at, e.doubted_at + ${DOUBT}) AS "doubtedUntil",
  left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS timeline, (pg_current_wal_flush_lsn() - '0/0')::text AS lsn`;

/** Reads a file of the server: 40 µs more. Differs for a database restored from a dump, even beside the old one. */
const CLUSTER = `(SELECT system_identifier FROM pg_control_system()) || '/' ||
  (SELECT oid FROM pg_database WHERE datname = current_database())`;

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

  /** Throws also for a database that is none of the service's. */
  async readStandby(standby: Pick<Database, 'query'>): Promise<StandbyReading> {
    const [row] = await standby.query<StandbyReading>(
      `SELECT e.epoch, ${CLUSTER} AS cluster, pg_is_in_recovery() AS "isStandby",
              (pg_last_wal_replay_lsn() - '0/0')::text AS lsn, pg_last_xact_replay_timestamp() AS "committedAt"
         FROM database_epoch e`,
    );
    if (row === undefined) throw new Error('database_epoch has lost its row');
    return row;
  }

  /** Begins the next epoch, after a loss in doubt; else it is the first one. false: another process did. */
  async renew(epoch: string, isLoss: boolean): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE database_epoch e SET epoch = gen_random_uuid(),
              history = ${CLUSTER} || '/' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8),
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
       SELECT trade_no, 'closed', due.at, due.at
         FROM orders o JOIN trades t USING (merchant_order_no),
              LATERAL (SELECT checkout_now() + $1 * interval '1 millisecond' AS at) AS due
        WHERE o.created_at > checkout_now() - interval '1 day' AND t.outcome = 'not_sent'
       ON CONFLICT (trade_no) DO UPDATE
         SET watch_class = excluded.watch_class, next_query_at = excluded.next_query_at, planned_at = excluded.planned_at
         WHERE s.next_query_at IS NULL`,
      [CREATE_VALIDITY_MS + VALIDITY_MARGIN_MS],
    );
  }

  async prolongDoubt(): Promise<void> {
    await this.database.query('UPDATE database_epoch SET doubted_at = greatest(doubted_at, checkout_now())');
  }
}

interface DatabaseEpoch {
  readonly id: number;
  readonly epoch: string;
  /** System identifier, database and timeline of the epoch; null until the service first starts. */
  readonly history: string | null;
  readonly beganAt: Date;
  readonly doubtedAt: Date | null;
}

const EPOCH_COLUMNS: Columns<DatabaseEpoch> = {
  id: 'smallint',
  epoch: 'uuid',
  history: 'text?',
  beganAt: 'timestamptz',
  doubtedAt: 'timestamptz?',
};

export const DatabaseEpochEntity = entity('database_epoch', EPOCH_COLUMNS, ['id'], {
  checks: [{ name: 'database_epoch_one', expression: 'id = 1' }],
});
