import { afterEach, describe, expect, it } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { migrateDatabase, whileAloneMigrating } from '#src/cli/migrate/migrate-database.js';
import { emptyDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

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
});
