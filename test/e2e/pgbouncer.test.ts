import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import type { DatabaseOptions } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { migrateDatabase } from '#src/cli/migrate/migrate-database.js';
import { readDatabase } from '#src/cli/lib/database.js';
import { Secret } from '#src/platform/callers/secret.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { findPgBouncer, startPgBouncer } from '../support/pgbouncer.js';
import type { PgBouncer } from '../support/pgbouncer.js';
import { pressButton, Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, Service } from '../support/service.js';
import { Rows } from '../support/service-rows.js';

const program = findPgBouncer();
const LIMIT = "connect_query='SET statement_timeout = 300'";

describe.skipIf(program === null)('behind PgBouncer in transaction mode (left out where there is none)', () => {
  let pooler: PgBouncer;
  let limited: PgBouncer;
  let database: TestDatabase;
  beforeAll(async () => {
    const { adminUrl } = inject('testServer');
    pooler = await startPgBouncer(program!, adminUrl);
    limited = await startPgBouncer(program!, adminUrl, LIMIT);
    database = await freshDatabase();
  });
  afterAll(async () => {
    await limited.stop();
    await pooler.stop();
    await database.drop();
  });

  /** Through the pooler, with all that it tells the operator. */
  async function connected<T>(
    through: PgBouncer,
    work: (database: Database, told: string[]) => Promise<T>,
    options: DatabaseOptions = {},
  ): Promise<T> {
    const source = createDataSource(through.through(database.url));
    const told: string[] = [];
    try {
      return await work(
        new Database(new PooledStatements(source), { tell: (_, { remedy = '' }) => told.push(remedy), ...options }),
        told,
      );
    } finally {
      await source.destroy();
    }
  }

  it('the service starts and serves, and says in one line what limits the time of statements', async () => {
    const sandbox = await Sandbox.start();
    const rows = Rows.of(database.url);
    const service = await Service.start({
      databaseUrl: pooler.through(database.url),
      rampUrl: sandbox.url,
      env: {},
      process: true,
    });
    try {
      const orders = await Promise.all(Array.from({ length: 10 }, () => service.order(checkoutBody())));
      await pressButton(orders[0]!.payUrl, 'pay');
      await rows.untilStatus(orders[0]!.merchantOrderNo, 'COMPLETED');
      const events = (event: string) => service.program.output().split(`"event":"${event}"`).length - 1;
      expect(events('statements_without_time_limit')).toBe(1);
      // Older poolers lose prepared statements, which costs nothing but this line.
      expect(events('statements_not_kept')).toBeLessThanOrEqual(1);
    } finally {
      await service.stop();
      await rows.close();
      await sandbox.stop();
    }
  });

  it('nothing is said once the pooler gives its connections a limit, and the limit holds', async () => {
    await connected(limited, async (pooled, told) => {
      await expect(pooled.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
      expect(told).toEqual([]);
    });
  });

  it.each([true, false])('writes that come together share a commit (prepared: %s)', async (prepares) => {
    const sizes: number[] = [];
    const committing = (writes: number) => sizes.push(writes);
    const work = async (pooled: Database, told: string[]): Promise<void> => {
      await pooled.query('CREATE TABLE IF NOT EXISTS kept (key text PRIMARY KEY)');
      const keep = (key: string) => pooled.together('INSERT INTO kept (key) VALUES ($1)', [key], key);
      for (let round = 0; round < 5; round++)
        await Promise.all(Array.from({ length: 40 }, (_, n) => keep(`${prepares} ${round} ${n}`)));
      const kept = await pooled.query('SELECT 1 FROM kept WHERE key LIKE $1', [`${prepares} %`]);
      expect(kept).toHaveLength(200);
      // Told once that the pooler loses statements, unless it keeps them (from 1.21).
      expect(told.filter((remedy) => remedy.includes('PREPARED')).length).toBeLessThanOrEqual(prepares ? 1 : 0);
    };
    await connected(pooler, work, { prepares, committing });
    expect(Math.max(...sizes)).toBeGreaterThan(30);
  });

  it('a program that only reads does so, and cannot write', async () => {
    const url = new Secret(pooler.through(database.url));
    await readDatabase(url, async (reading) => {
      expect(await reading.query('SELECT id FROM call_budget')).toEqual([{ id: 1 }]);
      await expect(reading.query('DELETE FROM call_budget')).rejects.toThrow(/read-only/);
    });
  });

  it('of two migrations at once one migrates, and the other finds nothing left to do', async () => {
    const empty = await emptyDatabase();
    const url = pooler.through(empty.url);
    try {
      const both = await Promise.all([1, 2].map(() => migrateDatabase(url, () => undefined)));
      expect(both.map((done) => done.length > 0).sort()).toEqual([false, true]);
    } finally {
      await empty.drop();
    }
  });
});
