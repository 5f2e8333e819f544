import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** The database as a statement found it. */
export interface EpochReading {
  readonly epoch: string;
  /** In which the epoch is valid: system identifier, database and timeline; null: nothing was stored yet. */
  readonly history: string | null;
  readonly timeline: string;
  /** `system identifier/database`; left out where a statement is too hot to read it. */
  readonly cluster?: string;
  /** Of the write-ahead log: up to this byte everything is on disk. */
  readonly lsn: string;
  readonly beganAt: Date;
  /** Commits may have been lost: each number is looked up before it is sent. */
  readonly doubted: boolean;
}

/** Doubt ends after an hour in which no answer about an order that the database lacks has come. */
const DOUBTED = `coalesce(e.doubted_at > checkout_now() - interval '1 hour', false)`;

/** Reads {@link EpochReading} from `database_epoch e`. Costs some 10 µs; needs no rights; refused by a standby (55000). */
export const EPOCH = `e.epoch, e.history, e.began_at AS "beganAt", ${DOUBTED} AS doubted,
  left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS timeline, (pg_current_wal_flush_lsn() - '0/0')::text AS lsn`;

/** Reads a file of the server: 40 µs more. A database that is restored from a dump, even beside the old one, differs. */
const CLUSTER = `(SELECT system_identifier FROM pg_control_system()) || '/' ||
  (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** The row that says in which history of the database places and numbers count. */
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

  /** Begins the next epoch, in doubt; or, where nothing was stored yet, the first. false: another process was quicker. */
  async renew(epoch: string): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE database_epoch e SET epoch = gen_random_uuid(),
              history = ${CLUSTER} || '/' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8),
              began_at = CASE WHEN history IS NULL THEN began_at ELSE checkout_now() END,
              doubted_at = CASE WHEN history IS NULL THEN doubted_at ELSE checkout_now() END
        WHERE epoch = $1 RETURNING epoch`,
      [epoch],
    );
    return rows.length === 1;
  }

  /** Doubt lasts an hour from now. */
  async prolongDoubt(): Promise<void> {
    await this.database.query('UPDATE database_epoch SET doubted_at = checkout_now()');
  }
}
