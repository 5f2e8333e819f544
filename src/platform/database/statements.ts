import { types } from 'pg';
import type { Pool, PoolConfig, QueryConfig } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { isStartupParameterRefused } from './database-errors.js';

/** A time outside the range of `Date`, such as `infinity`, must not break the reading of its row. */
const LAST_MOMENT_MS = 8.64e15;
const readMoment = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown;
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => {
  const moment = readMoment(text);
  if (moment instanceof Date && !Number.isNaN(moment.getTime())) return moment;
  return new Date(text.startsWith('-') ? -LAST_MOMENT_MS : LAST_MOMENT_MS);
});

const SILENCE_MS = 2000;

/** `name`: prepares the statement under this name; null: unnamed. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly name: string | null;
}

const configOf = ({ sql, parameters, name }: Statement): QueryConfig => ({
  text: sql,
  values: [...parameters],
  ...(name === null ? {} : { name }),
});

/** Runs statements in Postgres. Rows and errors are those of `pg`. */
export abstract class Statements {
  /** Connections made so far: each may lead to another server. */
  abstract readonly connections: number;
  /** Comes before all else, and not twice at once. */
  abstract connect(): Promise<void>;
  /** Runs one statement in a transaction of its own. `name`: prepares it under this name; null: unnamed. */
  abstract run(sql: string, parameters: readonly unknown[], name: string | null): Promise<unknown[]>;
  /** Runs them one after the other in one transaction, and returns the rows of each: all are committed, or none. */
  abstract runTogether(statements: readonly Statement[]): Promise<unknown[][]>;
  /** A read with a time limit of its own, after which Postgres cancels it. */
  abstract readPatiently(sql: string, parameters: readonly unknown[], timeoutMs: number): Promise<unknown[]>;
  /** Also without a connection. */
  abstract close(): Promise<void>;
}

/** Statements on the connections of a data source's pool. */
export class PooledStatements extends Statements {
  #connections = 0;
  /** Set by `connect`, and kept after `close`, since an ended pool refuses with an error of its own. */
  #pool!: Pool;

  constructor(private readonly source: DataSource) {
    super();
  }

  override get connections(): number {
    return this.#connections;
  }

  override async connect(): Promise<void> {
    if (!this.source.isInitialized) await this.#initialize();
    this.#pool = (this.source.driver as PostgresDriver).master as Pool;
    this.#pool.on('connect', () => {
      this.#connections++;
    });
  }

  override async run(sql: string, parameters: readonly unknown[], name: string | null): Promise<unknown[]> {
    // The pool discards a connection whose query failed or hung; TypeORM's query runner would reuse it.
    const { rows } = await this.#pool.query<Record<string, unknown>>(configOf({ sql, parameters, name }));
    return rows;
  }

  override async runTogether(statements: readonly Statement[]): Promise<unknown[][]> {
    const client = await this.#pool.connect();
    const failures: Error[] = [];
    const send = (config: QueryConfig): Promise<unknown[]> =>
      new Promise((resolve) => {
        client.query<object>(config, (error: Error | null, result) => {
          if (error !== null) failures.push(error);
          resolve(error === null ? result.rows : []);
        });
      });
    // Sent without waiting for replies. After an error Postgres refuses the others, and COMMIT rolls back.
    const sent = [{ text: 'BEGIN' }, ...statements.map(configOf)].map(send);
    // A parameter that cannot be written fails at once, and Postgres does not learn of it.
    sent.push(send({ text: failures.length === 0 ? 'COMMIT' : 'ROLLBACK' }));
    const rows = await Promise.all(sent);
    const [failure] = failures;
    // It may believe statements prepared that are not.
    client.release(failure !== undefined);
    if (failure !== undefined) throw failure;
    return rows.slice(1, -1);
  }

  override async readPatiently(sql: string, parameters: readonly unknown[], timeoutMs: number): Promise<unknown[]> {
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN READ ONLY');
      await client.query(`SET LOCAL statement_timeout = ${Math.trunc(timeoutMs)}`);
      // The client's own limit covers a server that does not respond.
      const config = { text: sql, values: [...parameters], query_timeout: timeoutMs + SILENCE_MS };
      const { rows } = await client.query<Record<string, unknown>>(config);
      await client.query('COMMIT');
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Connections by what they do, and statements that wait for one. */
  load(): Readonly<Record<string, number>> {
    if (!this.source.isInitialized) return {};
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  override async close(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }

  async #initialize(): Promise<void> {
    try {
      await this.source.initialize();
    } catch (error) {
      if (!isStartupParameterRefused(error)) throw error;
      const pool = this.source.options.extra as PoolConfig;
      this.source.setOptions({ extra: { ...pool, statement_timeout: 0 } });
      await this.source.initialize();
    }
  }
}
