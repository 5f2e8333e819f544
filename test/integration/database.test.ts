import { afterEach, describe, expect, it } from 'vitest';
import { createDataSource } from '../../src/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function connect(made: Promise<TestDatabase>): Promise<Database> {
  const database = await made;
  const source = createDataSource(database.url);
  opened.push(
    () => database.drop(),
    () => (source.isInitialized ? source.destroy() : Promise.resolve()),
  );
  return new Database(source);
}

describe('are there migrations to run?', () => {
  it('yes on a database with nothing in it, and asking makes nothing', async () => {
    const database = await connect(emptyDatabase());
    expect(await database.pendingMigrations()).toBe(true);
    const tables = await database.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`);
    expect(tables).toEqual([]);
  });

  it('not once they ran', async () => {
    expect(await (await connect(freshDatabase())).pendingMigrations()).toBe(false);
  });

  it('asked again and again while it may not be read: no connection is lost', async () => {
    const database = await connect(freshDatabase());
    await database.query('ALTER TABLE migrations RENAME COLUMN name TO other_name');
    for (let probes = 0; probes < 25; probes++) {
      await expect(database.pendingMigrations()).rejects.toThrow();
    }
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
