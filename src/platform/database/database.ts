import { createHash } from 'node:crypto';
import type { MigrationInterface } from 'typeorm';
import { ProcessTime } from '../time/time.js';
import type { Time } from '../time/time.js';
import { cachedFor } from '../time/promises.js';
import { isLogged, markLogged } from '../telemetry/outages.js';
import {
  isConnectionLost,
  isDatabaseAway,
  isOverload,
  isRetryable,
  isRolledBack,
  isStatementNameLost,
  NotMigrated,
} from './database-errors.js';
import { Lane } from './lane.js';
import type { LaneStatement, RunTogether } from './lane.js';
import { requireRequestTime } from '../time/request-time.js';
import { inSpan } from './statement-span.js';
import { migrationState } from './migration-state.js';
import type { MigrationState } from './migration-state.js';
import { ENCODING, IS_READ_ONLY, POOLER_SESSION, SESSION_DIFFERS } from './session.js';
import type { Statements } from './statements.js';

/** Of a statement that Postgres rolled back. */
const ATTEMPTS = 5;
/** Further statements, built per request, stay unnamed. */
const MOST_NAMES = 200;
/** How long a reading of Postgres' clock is used. A new connection, possibly to another server, discards it. */
const CLOCK_MS = 10_000;
/** So long a look at the migrations counts where they are not applied. */
const LOOKED_MS = 1000;

/** One locked row must not delay a whole batch for long: its statements then run one by one. */
const LOCK_LIMIT = { sql: `SELECT set_config('lock_timeout', '500ms', true)`, parameters: [], key: '' };

/** Makes PgBouncer limit statement times, since it does not pass our limit on. */
export const POOLER_TIME_LIMIT = "connect_query='SET statement_timeout = 10000' for this database in pgbouncer.ini";

/** Makes PgBouncer keep prepared statements (from 1.21). */
const POOLER_STATEMENTS = 'max_prepared_statements = 200 in pgbouncer.ini';

export interface DatabaseOptions {
  /** Prepare statements on their connections. Turned off automatically behind a pooler that loses them. */
  readonly prepares?: boolean;
  /** Commit statements together that come together. */
  readonly groupsCommits?: boolean;
  /** Those of this code. */
  readonly migrations?: readonly MigrationInterface[];
  /** Refuse statements until the database has them. */
  readonly requiresMigrations?: boolean;
  readonly time?: Time;
  /** Receives the number of statements of each commit of a group. */
  readonly committing?: (statements: number) => void;
  readonly tell?: (event: DatabaseEvent, facts: { readonly remedy?: string; readonly err?: Error }) => void;
}

type DatabaseEvent =
  | `statements_${'without_time_limit' | 'not_kept'}`
  | `session_${'not_kept' | 'differs'}`
  | 'database_unavailable'
  | `migrations_${MigrationState}`;

type Runs = <T>(work: () => Promise<T>) => Promise<T>;

const once: Runs = (work) => work();
/** A read can run again if its connection broke. */
const twice: Runs = async (read) => {
  try {
    return await read();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    requireRequestTime();
    return read();
  }
};

/** Runs single statements, committed alone or with others. Connects on first use and reconnects after an outage. */
export class Database {
  readonly #statements: Statements;
  /** By text; null: used once so far. */
  readonly #names = new Map<string, string | null>();
  #prepares: boolean;
  /** null: each statement is a transaction. */
  readonly #writes: Lane | null;
  readonly #reads: Lane | null;
  readonly #tell: NonNullable<DatabaseOptions['tell']>;
  #toldDifference = false;
  #connecting: Promise<void> | null = null;
  #clock: { readonly now: Date; readonly at: number; readonly connections: number } | null = null;
  #readingClock: Promise<Date> | null = null;
  readonly #ownMigrations: readonly MigrationInterface[];
  readonly #requiresMigrations: boolean;
  #migrations: MigrationState | null = null;
  readonly #time: Time;
  readonly #lookedAtMigrations: () => Promise<MigrationState>;

  constructor(
    statements: Statements,
    {
      prepares = true,
      groupsCommits = true,
      committing = () => undefined,
      migrations = [],
      requiresMigrations = false,
      time = new ProcessTime(),
      tell = () => undefined,
    }: DatabaseOptions = {},
  ) {
    this.#statements = statements;
    this.#ownMigrations = migrations;
    this.#requiresMigrations = requiresMigrations;
    this.#prepares = prepares;
    this.#tell = tell;
    this.#time = time;
    const write: RunTogether = async (some) => (await this.#runTogether([LOCK_LIMIT, ...some], once)).slice(1);
    this.#writes = groupsCommits ? new Lane(write, time, committing) : null;
    this.#reads = groupsCommits ? new Lane((some) => this.#runTogether(some, twice), time) : null;
    this.#lookedAtMigrations = cachedFor(time, LOOKED_MS, () => this.migrations());
  }

  /**
   * Retries deadlocks and lost prepared statements. Throws `unavailable` after the request's deadline, and NotMigrated.
   */
  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    await this.#requireMigrations();
    return inSpan(sql, () => this.#ask<Row>(sql, parameters));
  }

  /**
   * As `query`, and statements that come together share a commit. `key`: the row that it locks first; they run in its
   * order, so that two batches cannot deadlock.
   */
  together<Row>(sql: string, parameters: readonly unknown[], key: string): Promise<Row[]> {
    return this.#inLane(this.#writes, { sql, parameters, key }, once);
  }

  /** As `query`, and reads that come together share a transaction, never with a write. */
  readTogether<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.#inLane(this.#reads, { sql, parameters, key: '' }, twice);
  }

  async #inLane<Row>(lane: Lane | null, statement: LaneStatement, runs: Runs): Promise<Row[]> {
    await this.#requireMigrations();
    requireRequestTime();
    const { sql, parameters } = statement;
    const alone = (): Promise<Row[]> => this.#ask(sql, parameters, runs);
    return inSpan(sql, lane === null ? alone : () => lane.run(statement, alone) as Promise<Row[]>);
  }

  async #runTogether(statements: readonly LaneStatement[], runs: Runs): Promise<unknown[][]> {
    await this.#connected().catch(this.#noteAway);
    const all = statements.map((one) => ({ ...one, name: this.#prepares ? this.#nameOf(one.sql) : null }));
    try {
      return await runs(() => this.#statements.runTogether(all));
    } catch (error) {
      this.#noteLostName(error);
      if (isRolledBack(error)) throw error;
      return this.#noteAway(error);
    }
  }

  async #ask<Row>(sql: string, parameters: readonly unknown[] = [], runs = once): Promise<Row[]> {
    requireRequestTime();
    await this.#connected().catch(this.#noteAway);
    for (let attempt = 1; ; attempt++) {
      try {
        return await runs(() => this.#run<Row>(sql, parameters));
      } catch (error) {
        this.#noteLostName(error);
        if (!isRetryable(error) || attempt === ATTEMPTS) this.#noteAway(error);
      }
    }
  }

  readonly #noteAway = (error: unknown): never => {
    if (error instanceof Error && isDatabaseAway(error) && !isOverload(error) && !isLogged(error)) {
      this.#tell('database_unavailable', { err: error });
      markLogged(error);
    }
    throw error;
  };

  /** For reads beyond the pool's time limit; Postgres cancels them after `timeoutMs`. Not retried. */
  async readPatiently<Row>(sql: string, parameters: readonly unknown[], timeoutMs: number): Promise<Row[]> {
    await this.#requireMigrations();
    await this.#connected();
    return inSpan(sql, () => this.#statements.readPatiently(sql, parameters, timeoutMs) as Promise<Row[]>);
  }

  /** Whether Postgres limits statement times. Behind a pooler the limit of the connections is not ours. */
  async hasTimeLimit(): Promise<boolean> {
    await this.#connected();
    return this.#limitsTime();
  }

  /** Settings of the service that a pooler's connection does not have; `harmful`: answers may be wrong. */
  async settingsNotKept(): Promise<{ harmful: string[]; harmless: string[] }> {
    const rows = await this.#ask<{ name: string; isHarmless: boolean }>(SESSION_DIFFERS);
    const names = (wanted: boolean) => rows.filter((row) => row.isHarmless === wanted).map(({ name }) => name);
    const [harmful, harmless] = [names(false), names(true)];
    if (harmful.length > 0) this.#tell('session_not_kept', { remedy: POOLER_SESSION });
    else if (harmless.length > 0 && !this.#toldDifference) this.#tell('session_differs', { remedy: POOLER_SESSION });
    this.#toldDifference ||= harmless.length > 0;
    return { harmful, harmless };
  }

  /** A standby takes no writes, nor a database or role whose transactions are read-only. */
  async isReadOnly(): Promise<boolean> {
    const [row] = await this.#ask<{ isReadOnly: boolean }>(IS_READ_ONLY);
    return row?.isReadOnly === true;
  }

  async encoding(): Promise<string> {
    const [row] = await this.#ask<{ encoding: string }>(ENCODING);
    return row?.encoding ?? 'unknown';
  }

  /** The time by Postgres' clock, in whole milliseconds: a recent reading plus the monotonic time since. */
  async now(): Promise<Date> {
    const read = this.#clock;
    if (read !== null && read.connections === this.#statements.connections) {
      const passed = this.#time.monotonic() - read.at;
      if (passed < CLOCK_MS) return new Date(read.now.getTime() + passed);
    }
    this.#readingClock ??= this.#readClock().finally(() => {
      this.#readingClock = null;
    });
    return this.#readingClock;
  }

  async #readClock(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>('SELECT checkout_now() AS now');
    if (row === undefined) throw new Error('Postgres gave no time');
    this.#clock = { now: row.now, at: this.#time.monotonic(), connections: this.#statements.connections };
    return row.now;
  }

  /** Compares the database's migrations with this code's; tells each change. */
  async migrations(): Promise<MigrationState> {
    const { state, name } = await migrationState(this.#ownMigrations, (sql) => this.#ask(sql));
    const isNews = state !== this.#migrations && (state !== 'applied' || this.#migrations !== null);
    this.#migrations = state;
    if (isNews) this.#tell(`migrations_${state}`, name === null ? {} : { remedy: `npm run migrate (${name})` });
    return state;
  }

  async #requireMigrations(): Promise<void> {
    if (!this.#requiresMigrations || this.#migrations === 'applied') return;
    if ((await this.#lookedAtMigrations()) === 'applied') return;
    const error = new NotMigrated('the database lacks migrations');
    markLogged(error);
    throw error;
  }

  async #run<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const name = this.#prepares ? this.#nameOf(sql) : null;
    return (await this.#statements.run(sql, parameters, name)) as Row[];
  }

  /**
   * Named statements are parsed and planned once per connection; unnamed, an order's read costs three times the CPU.
   * Named by a hash of the text, so that no two share a name behind a pooler.
   */
  #nameOf(sql: string): string | null {
    const known = this.#names.get(sql);
    if (known) return known;
    const name = known === null ? createHash('sha256').update(sql).digest('hex').slice(0, 32) : null;
    if (name !== null || this.#names.size < MOST_NAMES) this.#names.set(sql, name);
    return name;
  }

  /** Behind a pooler the connection may differ from the one that prepared the statement. */
  #noteLostName(error: unknown): void {
    if (!this.#prepares || !isStatementNameLost(error)) return;
    this.#prepares = false;
    this.#tell('statements_not_kept', { remedy: POOLER_STATEMENTS });
  }

  #connected(): Promise<void> {
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      this.#connecting = null;
      throw error;
    });
    return this.#connecting;
  }

  async #connect(): Promise<void> {
    await this.#statements.connect();
    const limitsTime = await this.#limitsTime().catch(() => true);
    if (!limitsTime) this.#tell('statements_without_time_limit', { remedy: POOLER_TIME_LIMIT });
  }

  async #limitsTime(): Promise<boolean> {
    const [row] = await this.#run<{ limit: string }>(`SELECT current_setting('statement_timeout') AS limit`, []);
    return row?.limit !== '0';
  }
}
