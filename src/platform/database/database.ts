import { types } from 'pg';
import type { Pool, PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { cachedFor } from '../shared/cached-for.js';
import { isTold, noteTold } from '../telemetry/outages.js';
import {
  isDatabaseAway,
  isOverload,
  isRetryable,
  isStartupParameterRefused,
  isStatementNameLost,
  NotMigrated,
} from './database-errors.js';
import { requireRequestTime } from '../shared/request-time.js';
import { migrationState } from './migration-state.js';
import type { MigrationState } from './migration-state.js';
import { DescribedQuery } from './described-query.js';
import { POOLER_SESSION, SESSION_DIFFERS } from './session.js';
import { StatementNames } from './statement-names.js';

/** A time that no `Date` holds, such as `infinity`, becomes the last or first one: it must not break what reads its row. */
const LAST_MOMENT_MS = 8.64e15;
const readMoment = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown;
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => {
  const moment = readMoment(text);
  if (moment instanceof Date && !Number.isNaN(moment.getTime())) return moment;
  return new Date(text.startsWith('-') ? -LAST_MOMENT_MS : LAST_MOMENT_MS);
});

const ATTEMPTS = 5;
const SILENCE_MS = 2000;
/** So long a reading of Postgres' clock counts; a new connection, which may lead to another server, ends it. */
const CLOCK_MS = 10_000;
/** So long a look at the migrations counts where they are not applied. */
const LOOKED_MS = 1000;

/** What makes PgBouncer limit the time of statements, since it refuses to pass our own limit on. */
export const POOLER_TIME_LIMIT = "connect_query='SET statement_timeout = 10000' for this database in pgbouncer.ini";

/** What makes PgBouncer keep prepared statements, from 1.21 on. */
const POOLER_STATEMENTS = 'max_prepared_statements = 200 in pgbouncer.ini, or DATABASE_PREPARED_STATEMENTS=false';

export interface DatabaseOptions {
  /** Statements stay prepared on their connections; a pooler that cannot keep them is found out. */
  readonly prepares?: boolean;
  /** Nothing is asked of a database that lacks migrations. */
  readonly requiresMigrations?: boolean;
  /** Hears how the database is, and what the operator can do. */
  readonly tell?: (event: DatabaseEvent, facts: { readonly remedy?: string; readonly err?: Error }) => void;
}

type DatabaseEvent =
  | `statements_${'without_time_limit' | 'not_kept'}`
  | 'session_not_kept'
  | 'database_unavailable'
  | `migrations_${MigrationState}`;

/**
 * Postgres, one statement at a time: each is its own transaction. Connects when it is first needed and again after it
 * was away, so that no process has to end because the database did.
 */
export class Database {
  readonly #names = new StatementNames();
  #prepares: boolean;
  readonly #tell: NonNullable<DatabaseOptions['tell']>;
  #connecting: Promise<unknown> | null = null;
  #clock: { readonly now: Date; readonly at: number } | null = null;
  #readingClock: Promise<Date> | null = null;
  readonly #requiresMigrations: boolean;
  #migrations: MigrationState | null = null;
  readonly #lookedAtMigrations = cachedFor(LOOKED_MS, () => this.migrations());

  constructor(
    private readonly source: DataSource,
    { prepares = true, requiresMigrations = false, tell = () => undefined }: DatabaseOptions = {},
  ) {
    this.#requiresMigrations = requiresMigrations;
    this.#prepares = prepares;
    this.#tell = tell;
  }

  /**
   * The rows of one statement. A deadlock, a serialization failure, and a prepared statement that the connection lost are
   * tried again, a few times; every other error is thrown as it comes. `isList`: it is about as many rows as its parameters
   * name, so that how it is best carried out depends on the sizes of the tables: it is planned each time. Throws `unavailable` in a request whose time is over, and NotMigrated.
   */
  async query<Row>(sql: string, parameters: readonly unknown[] = [], isList = false): Promise<Row[]> {
    await this.#requireMigrations();
    return this.#ask(sql, parameters, isList);
  }

  async #ask<Row>(sql: string, parameters: readonly unknown[] = [], isList = false): Promise<Row[]> {
    requireRequestTime();
    await this.#connected().catch(this.#noteAway);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#run<Row>(sql, parameters, isList);
      } catch (error) {
        this.#noteLostName(error);
        if (!isRetryable(error) || attempt === ATTEMPTS) this.#noteAway(error);
      }
    }
  }

  readonly #noteAway = (error: unknown): never => {
    if (error instanceof Error && isDatabaseAway(error) && !isOverload(error) && !isTold(error)) {
      this.#tell('database_unavailable', { err: error });
      noteTold(error);
    }
    throw error;
  };

  /**
   * The rows of one statement that only reads, and may take longer than the pool lets others: Postgres ends it after
   * `timeoutMs`. It holds one of the pool's connections meanwhile. Throws as it comes, also a deadlock.
   */
  async readPatiently<Row>(sql: string, parameters: readonly unknown[], timeoutMs: number): Promise<Row[]> {
    await this.#requireMigrations();
    await this.#connected();
    const client = await this.#pool().connect();
    try {
      await client.query('BEGIN READ ONLY');
      await client.query(`SET LOCAL statement_timeout = ${Math.trunc(timeoutMs)}`);
      // The client's own limit is for a server that no longer answers.
      const asked = { text: sql, values: [...parameters], query_timeout: timeoutMs + SILENCE_MS };
      const { rows } = await client.query(asked);
      await client.query('COMMIT');
      client.release();
      return rows as Row[];
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Does Postgres end statements that take too long? Behind a pooler the connections' limit is not ours. */
  async hasTimeLimit(): Promise<boolean> {
    await this.#connected();
    const [row] = await this.#run<{ limit: string }>(`SELECT current_setting('statement_timeout') AS limit`, []);
    return row?.limit !== '0';
  }

  /** Settings that a pooler keeps from the connection that happens to answer, though the service set them. */
  async settingsNotKept(): Promise<string[]> {
    const names = (await this.#ask<{ name: string }>(SESSION_DIFFERS)).map(({ name }) => name);
    if (names.length > 0) this.#tell('session_not_kept', { remedy: POOLER_SESSION });
    return names;
  }

  /**
   * The present moment by Postgres' clock, in whole milliseconds: as it was read on one of the connections that there are,
   * not long ago, and as much later as has passed since by a clock that never jumps.
   */
  async now(): Promise<Date> {
    const read = this.#clock;
    const passed = read === null ? Infinity : performance.now() - read.at;
    if (read !== null && passed < CLOCK_MS) return new Date(read.now.getTime() + passed);
    this.#readingClock ??= this.#readClock().finally(() => {
      this.#readingClock = null;
    });
    return this.#readingClock;
  }

  async #readClock(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>('SELECT checkout_now() AS now');
    if (row === undefined) throw new Error('Postgres gave no time');
    this.#clock = { now: row.now, at: performance.now() };
    return row.now;
  }

  /** Has the database the migrations of this code? Tells each change of that. */
  async migrations(): Promise<MigrationState> {
    const { state, name } = await migrationState(this.source, (sql) => this.#ask(sql));
    const isNews = state !== this.#migrations && (state !== 'applied' || this.#migrations !== null);
    this.#migrations = state;
    if (isNews) this.#tell(`migrations_${state}`, name === null ? {} : { remedy: `npm run migrate (${name})` });
    return state;
  }

  async #requireMigrations(): Promise<void> {
    if (!this.#requiresMigrations || this.#migrations === 'applied') return;
    if ((await this.#lookedAtMigrations()) === 'applied') return;
    const error = new NotMigrated('the database lacks migrations');
    noteTold(error);
    throw error;
  }

  async #run<Row>(sql: string, parameters: readonly unknown[], isList = false): Promise<Row[]> {
    // The pool throws away a connection whose query failed or hung; TypeORM's query runner would hand it out again.
    const name = this.#prepares && !isList ? this.#names.of(sql) : null;
    const statement = { text: sql, values: [...parameters] };
    const asked = name === null ? statement : new DescribedQuery({ ...statement, name });
    const result = await this.#pool().query(asked);
    return result.rows as Row[];
  }

  /** Behind a pooler the connection may be another one than that on which the statement was prepared. */
  #noteLostName(error: unknown): void {
    if (!this.#prepares || !isStatementNameLost(error)) return;
    this.#prepares = false;
    this.#tell('statements_not_kept', { remedy: POOLER_STATEMENTS });
  }

  #pool(): Pool {
    return (this.source.driver as unknown as { master: Pool }).master;
  }

  async #connected(): Promise<void> {
    if (this.source.isInitialized) return;
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null;
    });
    await this.#connecting;
  }

  async #connect(): Promise<void> {
    try {
      await this.source.initialize();
    } catch (error) {
      if (!isStartupParameterRefused(error)) throw error;
      const pool = this.source.options.extra as PoolConfig;
      this.source.setOptions({ extra: { ...pool, statement_timeout: 0 } });
      await this.source.initialize();
    }
    this.#pool().on('connect', () => {
      this.#clock = null;
    });
    const hasTimeLimit = await this.hasTimeLimit().catch(() => true);
    if (!hasTimeLimit) this.#tell('statements_without_time_limit', { remedy: POOLER_TIME_LIMIT });
  }
}
