import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEALED_COLUMNS } from '#src/cli/lib/service-key-uses.js';
import { KEPT_DATA } from '#src/privacy/kept-data.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const said = Object.entries(KEPT_DATA).flatMap(([table, groups]) =>
  groups.flatMap(({ columns }) => columns.map((column) => `${table}.${column}`)),
);

it('kept data: every column has one row in the table', async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  expect([...said].sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('kept data: encrypted columns are declared as encrypted', () => {
  const encrypted = Object.entries(KEPT_DATA).flatMap(([table, groups]) =>
    groups.flatMap(({ columns, form }) => (form === 'encrypted' ? columns.map((column) => `${table}.${column}`) : [])),
  );
  expect(encrypted).toEqual(expect.arrayContaining(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)));
});
