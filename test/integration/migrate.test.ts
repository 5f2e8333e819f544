import pg from 'pg';
import { afterEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createDataSource, MIGRATIONS } from '#src/data-source.js';
import { migrateDatabase, whileAloneMigrating } from '#src/cli/migrate/migrate-database.js';
import { Database } from '#src/platform/database/database.js';
import { migrationState } from '#src/platform/database/migration-state.js';
import { Readiness } from '#src/platform/database/readiness.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { checkDatabase } from '#tools/provider-kit/doctor/checks/database.js';
import { asServiceRole, emptyDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { until } from '../support/service.js';

interface Applied {
  name: string;
  digest: string | null;
  breaking: boolean;
}

const PAIRS = 20;

const databases: TestDatabase[] = [];

afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function makeDatabase(): Promise<string> {
  const database = await emptyDatabase();
  databases.push(database);
  return database.url;
}

function migrationsOf(url: string): number {
  const { migrations } = createDataSource(url).options;
  return Object.keys(migrations ?? {}).length;
}

async function howItEnds(migration: Promise<string[]>): Promise<string> {
  return migration.then(
    (done) => `${done.length} run`,
    (error: unknown) => String(error),
  );
}

describe('a migration', () => {
  it.each(['LATIN1', 'SQL_ASCII'])(
    'refuses a database of the encoding %s; readiness and doctor name it',
    async (encoding) => {
      const { adminUrl, prefix } = inject('testServer');
      const name = `${prefix}_${encoding.toLowerCase()}`;
      const admin = new pg.Client(adminUrl);
      await admin.connect();
      onTestFinished(async () => {
        await admin.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
        await admin.end();
      });
      await admin.query(`CREATE DATABASE "${name}" ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`);
      const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
      expect(await howItEnds(migrateDatabase(url, () => undefined))).toContain(`encoding is ${encoding}`);
      const source = createDataSource(url, { max: 1 });
      onTestFinished(() => source.destroy());
      const database = new Database(new PooledStatements(source));
      expect(await new Readiness(database, new Metrics()).check()).toEqual({
        database: 'not_utf8',
        migrations: 'unknown',
      });
      const { state, detail } = await checkDatabase(database, true, () => new Date());
      expect([state, detail]).toEqual(['fail', expect.stringContaining(`encoding is ${encoding}`)]);
    },
  );

  it(`started twice at once: of ${PAIRS} pairs, one of each migrates, and the other finds nothing left to do`, async () => {
    const endings: string[][] = [];
    let all = 0;
    for (let pair = 1; pair <= PAIRS; pair++) {
      const url = await makeDatabase();
      all = migrationsOf(url);
      const both = [1, 2].map(() => howItEnds(migrateDatabase(url, () => undefined)));
      endings.push((await Promise.all(both)).sort());
    }
    expect(endings).toEqual(Array.from({ length: PAIRS }, () => ['0 run', `${all} run`].sort()));
  });

  it('says that it waits, and goes on when the other has ended', async () => {
    const url = await makeDatabase();
    let waits = 0;
    let second: Promise<string[]> | undefined;
    await whileAloneMigrating(
      url,
      () => undefined,
      async () => {
        await new Promise<void>((waited) => {
          second = migrateDatabase(url, () => {
            waits += 1;
            waited();
          });
        });
      },
    );
    expect(await second).toHaveLength(migrationsOf(url));
    expect(waits).toBe(1);
  });

  it('lets the service read meanwhile that it has not ended', async () => {
    const url = await makeDatabase();
    const [other, service] = [new pg.Client(url), new pg.Client(asServiceRole(url))];
    await Promise.all([other.connect(), service.connect()]);
    // Holds the migration up in its first statements.
    await other.query('BEGIN; CREATE TABLE orders (n int)');
    const migration = migrateDatabase(url, () => undefined, inject('testServer').serviceRole.name);
    await until('the migration waits', async () => {
      const { rows } = await other.query(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
      );
      return rows.length > 0;
    });
    const seen = await migrationState(MIGRATIONS, async (sql) => (await service.query<Applied>(sql)).rows);
    await other.query('ROLLBACK');
    expect([seen.state, (await migration).length]).toEqual(['pending', migrationsOf(url)]);
    await Promise.all([other.end(), service.end()]);
  });
});
