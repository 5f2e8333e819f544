import pg from 'pg';
import { sqlState } from '#src/platform/database/database-errors.js';
import type { Statements } from '#src/platform/database/statements.js';
import { asServiceRole } from '../database.js';

/** A statement that stands before its commit. */
interface Hold {
  /** Counts the writing statements until this one. */
  left: number;
  readonly reached: () => void;
  /** Resolves when it goes on: null to commit, or what to wait for between its rollback and its retry. */
  readonly goesOn: Promise<{ readonly retryAfter: Promise<unknown> | null }>;
}

/** One connection that runs each statement in a transaction of its own, and can hold one of them before its commit. */
export class HeldConnection implements Statements {
  readonly connections = 1;
  /** SQL states of failed statements. */
  readonly failures: string[] = [];
  /** Statements that wrote or locked rows, up to the one that was held. */
  writes = 0;
  #hold: Hold | null = null;
  #last: Promise<unknown> = Promise.resolve();
  readonly #client: pg.Client;

  private constructor(
    client: pg.Client,
    readonly pid: number,
  ) {
    this.#client = client;
  }

  static async open(url: string): Promise<HeldConnection> {
    const client = new pg.Client({ connectionString: asServiceRole(url), statement_timeout: 10_000 });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return new HeldConnection(client, rows[0]!.pid);
  }

  connect(): Promise<void> {
    return Promise.resolve();
  }

  run(text: string, values: readonly unknown[], name: string | null): Promise<unknown[]> {
    const result = this.#last.then(() => this.#run({ text, values: [...values], ...(name === null ? {} : { name }) }));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** One act writes one statement at a time. */
  runTogether(): Promise<never> {
    return Promise.reject(new Error('not held'));
  }

  readPatiently(text: string, values: readonly unknown[]): Promise<unknown[]> {
    return this.run(text, values, null);
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  /** Counts writing statements from now on, and holds the n-th. */
  hold(nth: number): { reached: Promise<void>; goOn(retryAfter: Promise<unknown> | null): void } {
    let [reach, goOn] = [() => {}, (_retryAfter: Promise<unknown> | null) => {}];
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const goesOn: Hold['goesOn'] = new Promise((resolve) => (goOn = (retryAfter) => resolve({ retryAfter })));
    this.#hold = { left: nth, reached: () => reach(), goesOn };
    return { reached, goOn: (retryAfter) => goOn(retryAfter) };
  }

  /** Forgets the hold, and what was counted. */
  reset(): void {
    this.#hold = null;
    this.writes = 0;
    this.failures.length = 0;
  }

  async #run(config: pg.QueryConfig): Promise<unknown[]> {
    const isHeld = this.#hold !== null;
    try {
      if (isHeld) await this.#client.query('BEGIN');
      const { rows } = await this.#client.query<Record<string, unknown>>(config);
      if (isHeld && (await this.#wrote())) await this.#beforeCommit();
      if (isHeld) await this.#client.query('COMMIT');
      return rows;
    } catch (error) {
      if (!(error instanceof Retried)) this.failures.push(sqlState(error) ?? String(error));
      if (isHeld) await this.#client.query('ROLLBACK');
      throw error;
    }
  }

  async #wrote(): Promise<boolean> {
    const { rows } = await this.#client.query<{ wrote: boolean }>(
      'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote',
    );
    return rows[0]!.wrote;
  }

  async #beforeCommit(): Promise<void> {
    this.writes += 1;
    const hold = this.#hold;
    if (hold === null || --hold.left > 0) return;
    this.#hold = null;
    hold.reached();
    const { retryAfter } = await hold.goesOn;
    if (retryAfter === null) return;
    await this.#client.query('ROLLBACK');
    await retryAfter;
    throw new Retried('rolled back by the test');
  }
}

/** `Database` repeats the statement, as after a deadlock. */
class Retried extends Error {
  readonly code = '40P01';
}
