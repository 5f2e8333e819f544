import { afterEach, describe, expect, it } from 'vitest';
import { createDataSource, MIGRATIONS } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import type { DatabaseOptions } from '#src/platform/database/database.js';
import { Readiness } from '#src/platform/database/readiness.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { readDatabase } from '#src/cli/lib/database.js';
import { Secret } from '#src/platform/callers/secret.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { startDatabasePair } from '../support/postgres-pair.js';
import { until } from '../support/service.js';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** `most` limits the connections. */
async function connect(made: Promise<TestDatabase>, options: DatabaseOptions = {}, most = 10): Promise<Database> {
  const database = await made;
  const source = createDataSource(database.url, { max: most });
  opened.push(
    () => database.drop(),
    () => (source.isInitialized ? source.destroy() : Promise.resolve()),
  );
  return new Database(new PooledStatements(source), { migrations: MIGRATIONS, ...options });
}

describe('database: pending migrations', () => {
  it('are reported for an empty database, without creating a table', async () => {
    const database = await connect(emptyDatabase());
    expect(await database.migrations()).toBe('pending');
    const tables = await database.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`);
    expect(tables).toEqual([]);
  });

  it('are none after they ran', async () => {
    expect(await (await connect(freshDatabase())).migrations()).toBe('applied');
  });

  it('repeated checks without permission leak no connection', async () => {
    const database = await connect(freshDatabase());
    await database.query('ALTER TABLE migrations RENAME TO run');
    await database.query(`CREATE VIEW migrations AS SELECT (1 / (id - id))::text AS name, '' AS digest FROM run`);
    for (let probes = 0; probes < 25; probes++) {
      await expect(database.migrations()).rejects.toThrow();
    }
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('database: a repeated statement', () => {
  const PREPARED = 'SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE $1';

  it('stays prepared on its connection with the same results', async () => {
    const database = await connect(emptyDatabase(), {}, 1);
    for (let n = 1; n <= 3; n++)
      expect(await database.query('SELECT $1::int * 2 AS twice', [n])).toEqual([{ twice: 2 * n }]);
    expect(await database.query(PREPARED, ['%AS twice'])).toEqual([{ count: 1 }]);
  });

  it('is not prepared if the settings say so', async () => {
    const database = await connect(emptyDatabase(), { prepares: false }, 1);
    for (let n = 1; n <= 3; n++) await database.query('SELECT $1::int * 2 AS twice', [n]);
    expect(await database.query(PREPARED, ['%AS twice'])).toEqual([{ count: 0 }]);
  });

  it('runs once more if the connection lost it, and then unprepared', async () => {
    const told: string[] = [];
    const database = await connect(emptyDatabase(), { tell: (event) => told.push(event) }, 1);
    await database.query('CREATE TABLE kept (n int)');
    const keep = (n: number) => database.query('INSERT INTO kept VALUES ($1)', [n]);
    await keep(1);
    await keep(2);
    await database.query('DEALLOCATE ALL');
    for (const n of [3, 4, 5]) await keep(n);
    expect(await database.query('SELECT array_agg(n ORDER BY n) AS kept FROM kept')).toEqual([
      { kept: [1, 2, 3, 4, 5] },
    ]);
    expect(told).toEqual(['statements_not_kept']);
    expect(await database.query(PREPARED, ['INSERT INTO kept%'])).toEqual([{ count: 0 }]);
  });

  it('survives a migration that changes its result type', async () => {
    const database = await connect(emptyDatabase(), {}, 1);
    await database.query('CREATE TABLE grows (n int)');
    for (let turn = 0; turn < 3; turn++) await database.query('SELECT * FROM grows');
    await database.query('INSERT INTO grows VALUES (1)');
    await database.query('ALTER TABLE grows ADD COLUMN m int DEFAULT 7');
    expect(await database.query('SELECT * FROM grows')).toEqual([{ n: 1, m: 7 }]);
  });
});

/** Readiness by one connection, whose session stays as a test leaves it. */
function open(url: string) {
  const source = createDataSource(url, { max: 1 });
  opened.push(() => (source.isInitialized ? source.destroy() : Promise.resolve()));
  const told: string[] = [];
  const database = new Database(new PooledStatements(source), {
    migrations: MIGRATIONS,
    tell: (event) => told.push(event),
  });
  const metrics = new Metrics();
  const readiness = new Readiness(database, metrics);
  const isReadOnly = async () =>
    /^ramp_checkout_database_read_only (\d)/m.exec(await metrics.registry.metrics())?.[1] === '1';
  return { database, told, check: () => readiness.check(), isReadOnly };
}

async function openFresh() {
  const fresh = await freshDatabase();
  opened.push(() => fresh.drop());
  return open(fresh.url);
}

const UP = { database: 'up', migrations: 'applied' };
const READ_ONLY = { database: 'read_only', migrations: 'unknown' };

describe('a database that takes no writes', () => {
  it('is not ready, and the metric says so: sessions are read-only', async () => {
    const { database, check, isReadOnly } = await openFresh();
    expect([await check(), await isReadOnly()]).toEqual([UP, false]);
    await database.query('SET default_transaction_read_only = on');
    expect([await check(), await isReadOnly()]).toEqual([READ_ONLY, true]);
    // The pool gives up a connection whose statement failed; the next one is set anew.
    await expect(database.query('CREATE TABLE t ()')).rejects.toThrow(/read-only/);
    expect([await check(), await isReadOnly()]).toEqual([UP, false]);
  });

  it('is not ready, and the metric says so: a standby, until it is promoted', async () => {
    const pair = await startDatabasePair('shop');
    opened.push(() => pair.release());
    const { check, isReadOnly } = open(pair.standbyUrl);
    expect([await check(), await isReadOnly()]).toEqual([READ_ONLY, true]);
    await pair.failOver();
    await until('the standby is promoted', async () => (await check()).database === 'up');
    expect([await check(), await isReadOnly()]).toEqual([{ ...UP, migrations: 'pending' }, false]);
  });
});

describe('settings that a pooler does not keep', () => {
  it.each([
    ['TimeZone', 'Asia/Kolkata'],
    ['TimeZone', 'Etc/UTC'],
    ['DateStyle', 'ISO, DMY'],
    ['extra_float_digits', '3'],
  ])('%s %j makes no answer wrong: it is told once, and the service is ready', async (name, value) => {
    const { database, check, told } = await openFresh();
    await database.query(`SET ${name} = '${value}'`);
    expect(await database.settingsNotKept()).toEqual({ harmful: [], harmless: [name] });
    expect([await check(), await check()]).toEqual([UP, UP]);
    expect(told).toEqual(['session_differs']);
  });

  it.each([
    ['DateStyle', 'SQL, MDY'],
    ['IntervalStyle', 'sql_standard'],
    ['extra_float_digits', '0'],
    ['bytea_output', 'escape'],
    ['array_nulls', 'off'],
    ['standard_conforming_strings', 'off'],
    ['default_transaction_isolation', 'serializable'],
  ])('%s %j may make answers wrong: the service is not ready', async (name, value) => {
    const { database, check, told } = await openFresh();
    await database.query(`SET ${name} = '${value}'`);
    expect(await check()).toEqual({ database: 'down', migrations: 'unknown' });
    expect(told).toEqual(['session_not_kept']);
  });
});

it.each(['', '?options=-c%20default_transaction_read_only%3Doff'])(
  'whatever a statement says and the address asks for, nothing is written %s',
  async (options) => {
    const database = await freshDatabase();
    try {
      await readDatabase(new Secret(database.url + options), async (reading) => {
        expect(await reading.query('SELECT 1 AS one FROM orders RIGHT JOIN (SELECT 1) x ON true')).toEqual([
          { one: 1 },
        ]);
        for (const write of ['DELETE FROM call_budget', 'CREATE TABLE more ()']) {
          await expect(reading.query(write)).rejects.toThrow(/read-only/);
        }
        expect(await reading.query('SELECT id FROM call_budget')).toEqual([{ id: 1 }]);
      });
    } finally {
      await database.drop();
    }
  },
);
