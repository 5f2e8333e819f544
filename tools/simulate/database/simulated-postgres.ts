import type { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { migrateSource } from '../../../src/cli/migrate/migrate-database.js';
import { createDataSource } from '../../../src/data-source.js';
import type { Statement } from '../../../src/platform/database/statements.js';
import { SET_SESSION } from '../../../src/platform/database/session.js';
import { BackendStream } from './backend-stream.js';
import { CHANGES } from './changes.js';
import { hostOf, withClockFrom, withRandomFrom } from './host.js';
import type { Bytes, Clock, Host } from './host.js';
import { restoreImage, takeImage } from './image.js';
import type { Image } from './image.js';

const SETTINGS = {
  shared_buffers: '16MB',
  wal_buffers: '1MB',
  fsync: 'off',
  full_page_writes: 'off',
  min_wal_size: '2MB',
  max_wal_size: '2MB',
  jit: 'off',
  // Planning takes longer than running, and a choice by the costs of earlier runs is one more thing that varies.
  plan_cache_mode: 'force_generic_plan',
};

const WITHOUT_TIMERS = { connectionTimeoutMillis: 0, idleTimeoutMillis: 0, query_timeout: 0 };

/** A promoted standby counts its timelines; this server counts what `restore` forgot. */
const OWN_TIMELINE = `CREATE FUNCTION public.pg_walfile_name(pg_lsn) RETURNS text STABLE LANGUAGE sql AS $$
  SELECT lpad(coalesce(nullif(current_setting('simulation.timeline', true), ''), '1'), 8, '0')
         || substr(pg_catalog.pg_walfile_name($1), 9) $$`;

export interface Snapshot {
  readonly image: Image;
  readonly prepared: PreparedStatements;
}

/** Texts by name, which a client believes prepared. */
type PreparedStatements = Readonly<Record<string, string>>;

/** Postgres as WebAssembly in this process: one session, a given clock, given randomness, and states to return to. */
export class SimulatedPostgres {
  /** Of prepared statements, by text. */
  readonly #names = new Map<string, string>();
  #migrated: Snapshot;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly postgres: PGlite,
    private readonly client: pg.Client,
  ) {
    this.#migrated = { image: takeImage(hostOf(postgres)), prepared: {} };
  }

  /** Migrated. `clock`: milliseconds since 1970. */
  static async start(clock: Clock, bytes: Bytes): Promise<SimulatedPostgres> {
    const postgres = await withClockFrom(clock, () => startPglite(bytes));
    const stream = () => new BackendStream(postgres) as unknown as Duplex;
    const source = createDataSource('postgres://postgres@simulated/postgres', {
      ...WITHOUT_TIMERS,
      max: 1,
      stream,
      pipeline: false,
    });
    await source.initialize();
    await migrateSource(source, null);
    await source.destroy();
    const client = new pg.Client({ user: 'postgres', database: 'postgres', stream });
    await client.connect();
    await client.query(SET_SESSION);
    await client.query(OWN_TIMELINE);
    await client.query(CHANGES);
    await client.query('SET search_path = public, pg_catalog');
    return new SimulatedPostgres(postgres, client);
  }

  /**
   * Rows as `pg` returns them; throws its DatabaseError. Each text is prepared once, also those that the service does not
   * name: parsing and planning are most of their cost.
   */
  run(sql: string, parameters: readonly unknown[], _name: string | null): Promise<unknown[]> {
    return this.#next(() => this.#run(sql, parameters));
  }

  /** In one transaction, as the service's own connections run them. */
  runTogether(statements: readonly Statement[]): Promise<unknown[][]> {
    return this.#next(async () => {
      const rows: unknown[][] = [];
      await this.client.query('BEGIN');
      try {
        for (const { sql, parameters } of statements) rows.push(await this.#run(sql, parameters));
        await this.client.query('COMMIT');
        return rows;
      } catch (error) {
        await this.client.query('ROLLBACK');
        throw error;
      }
    });
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const query = { text: sql, values: [...parameters], name: this.#nameOf(sql) };
    return (await this.client.query<object>(query)).rows;
  }

  #nameOf(sql: string): string {
    const name = this.#names.get(sql) ?? `statement ${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }

  /** Parses and plans the statements that were run so far, for all runs after `reset`: half a second of each. */
  async prepare(): Promise<void> {
    await this.reset();
    for (const [text, name] of this.#names) {
      const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      await this.client.query(`PREPARE "${name}" AS ${text}`);
      const nulls = count === 0 ? '' : `(${Array.from({ length: count }, () => 'NULL').join(', ')})`;
      // Plans it, and does not execute it.
      await this.client.query(`EXPLAIN EXECUTE "${name}" ${nulls}`);
    }
    this.#connection.parsedStatements = Object.fromEntries([...this.#names].map(([text, name]) => [name, text]));
    this.#migrated = await this.snapshot();
  }

  /** As after the migration. */
  reset(): Promise<void> {
    return this.restore(this.#migrated, 1);
  }

  snapshot(): Promise<Snapshot> {
    return this.#next(() => ({
      image: takeImage(hostOf(this.postgres), this.#migrated.image),
      prepared: { ...this.#connection.parsedStatements },
    }));
  }

  /** Forgets everything since, commits and the log's position too, as a standby that is promoted as `timeline`. */
  restore({ image, prepared }: Snapshot, timeline: number): Promise<void> {
    return this.#next(async () => {
      restoreImage(hostOf(this.postgres), image);
      this.#connection.parsedStatements = { ...prepared };
      await this.client.query(`SET simulation.timeline = '${timeline}'`);
    });
  }

  close(): Promise<void> {
    return this.#next(async () => {
      await this.client.end();
      await this.postgres.close();
    });
  }

  /** One at a time: states are taken and restored between two statements. */
  #next<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  get #connection(): { parsedStatements: PreparedStatements } {
    return (this.client as unknown as { connection: { parsedStatements: PreparedStatements } }).connection;
  }
}

interface StartOptions {
  readonly preRun: readonly ((host: Host) => void)[];
}

function startPglite(bytes: Bytes): Promise<PGlite> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const withRandom = ({ preRun, ...options }: StartOptions) => ({
    ...options,
    preRun: [...preRun, (host: Host) => withRandomFrom(bytes, host)],
  });
  return PGlite.create({
    initDbStartParams: ['--wal-segsize=1'],
    startParams: [...PGlite.defaultStartParams, ...settings],
    extensions: {
      random: {
        name: 'random',
        setup: (_postgres, options: StartOptions) => Promise.resolve({ emscriptenOpts: withRandom(options) }),
      },
    },
  });
}
