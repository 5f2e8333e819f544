import { afterEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import type { DatabaseOptions } from '#src/platform/database/database.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

const opened: (() => Promise<void>)[] = [];

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
  return new Database(source, options);
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
