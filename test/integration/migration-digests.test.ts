import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#src/cli/migrate/migrate-database.js';
import { createDataSource, MIGRATIONS } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { emptyDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await emptyDatabase();
  await migrate();
});
afterEach(() => database.drop());

const migrate = (): Promise<string[]> => migrateDatabase(database.url, () => undefined);

async function run(sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function state(): Promise<string> {
  const source = createDataSource(database.url, { max: 1 });
  try {
    return await new Database(new PooledStatements(source), { migrations: MIGRATIONS }).migrations();
  } finally {
    await source.destroy();
  }
}

describe('the digest of a migration', () => {
  it('is written when it is run, and the same wherever it is compiled', async () => {
    const { rows } = await run('SELECT digest FROM migrations');
    expect(rows).toEqual(MIGRATIONS.map(() => ({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string })));
    expect(await state()).toBe('applied');
    expect(await migrate()).toEqual([]);
  });

  it.each([
    ['it was changed after it was run', `UPDATE migrations SET digest = repeat('0', 64)`],
    ['it was run before digests were kept', 'ALTER TABLE migrations DROP COLUMN digest'],
  ])('where %s: migrate refuses, says what to do, and readiness fails', async (_, sql) => {
    await run(sql);
    await expect(migrate()).rejects.toThrow(
      /Initial1795600000000\. This release has another .* drop it, create it again/,
    );
    expect(await state()).toBe('changed');
  });

  it.each([
    [
      'another migration that this code does not know was run',
      `INSERT INTO migrations ("timestamp", name, digest) VALUES (9, 'Newer9', 'x')`,
    ],
  ])('where %s: all is well', async (_, sql) => {
    await run(sql);
    expect(await state()).toBe('applied');
    expect(await migrate()).toEqual([]);
    const { rows } = await run('SELECT 1 FROM migrations WHERE digest IS NULL');
    expect(rows).toEqual([]);
  });

  it('where a breaking migration was run that this code does not know: it stops', async () => {
    await run(`INSERT INTO migrations ("timestamp", name, digest, breaking) VALUES (9, 'Newer9', 'x', true)`);
    expect(await state()).toBe('changed');
    await expect(migrate()).rejects.toThrow(/^Newer9\. /);
  });

  it('where migrate was cut off before it wrote one: pending until the next run', async () => {
    await run('UPDATE migrations SET digest = NULL');
    expect(await state()).toBe('pending');
    expect(await migrate()).toEqual([]);
    expect(await state()).toBe('applied');
  });
});
