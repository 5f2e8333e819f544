import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantStatements } from '#src/cli/migrate/grants.js';
import { SEALED_COLUMNS } from '#src/cli/lib/service-key-uses.js';
import { KEPT_DATA } from '../support/kept-data.js';
import { asServiceRole, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

const INSUFFICIENT_PRIVILEGE = '42501';

let database: TestDatabase;
let owner: pg.Client;
let service: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.url });
  service = new pg.Client({ connectionString: asServiceRole(database.url) });
  await Promise.all([owner.connect(), service.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), service.end()]);
  await database.drop();
});

// What the service does need, every test of the whole service shows: it runs as this role.
describe('the role of the service', () => {
  it('is not the owner', async () => {
    const { rows } = await service.query(
      `SELECT rolname LIKE '%\\_service' AS "isService", rolsuper FROM pg_roles WHERE rolname = current_user`,
    );
    expect(rows).toEqual([{ isService: true, rolsuper: false }]);
  });

  it.each([
    ...['order_events', 'api_keys', 'orders', 'trades', 'mismatches'].flatMap((table) => [
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
      `DROP TABLE ${table}`,
    ]),
    'TRUNCATE audit_log CASCADE',
    'DROP TABLE audit_log',
    'DELETE FROM erasures',
    'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    'ALTER TABLE api_keys DISABLE TRIGGER api_keys_only_end',
    'DROP TRIGGER audit_log_append_only ON audit_log',
    'ALTER FUNCTION audit_log_is_kept() RENAME TO nothing_is_kept',
    'CREATE OR REPLACE FUNCTION audit_log_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'CREATE OR REPLACE FUNCTION checkout_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() $$',
    'UPDATE audit_log SET reason = NULL',
    'UPDATE order_events SET data = data',
    'DELETE FROM order_notes',
    'DELETE FROM doubted_numbers',
    `UPDATE doubted_numbers SET merchant_order_no = 'x'`,
    'UPDATE order_notes SET written_by = written_by',
    'UPDATE order_notes SET at = at',
    'UPDATE order_events SET evidence_mac = evidence_mac',
    'INSERT INTO outbox_head (id, position) VALUES (2, 0)',
    'DELETE FROM outbox_head',
    'UPDATE migrations SET name = name',
    'ALTER TABLE outbox DISABLE TRIGGER outbox_rules',
    'ALTER TABLE orders DISABLE TRIGGER orders_rules',
    'DROP INDEX orders_number_any_case',
    'CREATE TABLE public.mine (x int)',
    'CREATE TRIGGER mine BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION audit_log_is_kept()',
    'SET session_replication_role = replica',
    `COPY audit_log TO PROGRAM 'cat'`,
  ])('is refused: %s', async (statement) => {
    await expect(service.query(statement)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  it('the owner can do what it is refused', async () => {
    await owner.query('BEGIN');
    await owner.query('ALTER TABLE audit_log DISABLE TRIGGER ALL');
    await owner.query('TRUNCATE audit_log');
    await owner.query('ROLLBACK');
  });
});

describe('the grants', () => {
  it('name every table', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const [revoked = ''] = grantStatements('x');
    const named = revoked.replace(/^REVOKE ALL ON | FROM "x"$/g, '').split(', ');
    expect(named.sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('take away what they do not give', async () => {
    const { rows } = await service.query<{ role: string }>('SELECT current_user AS role');
    const role = rows[0]!.role;
    await owner.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${pg.escapeIdentifier(role)}`);
    await service.query('DELETE FROM order_events');
    for (const statement of grantStatements(role)) await owner.query(statement);
    await expect(service.query('DELETE FROM order_events')).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  it('quote the name of the role', () => {
    expect(grantStatements('a"b; DROP TABLE orders')[1]).toMatch(/ TO "a""b; DROP TABLE orders"$/);
  });
});

const said = Object.entries(KEPT_DATA).flatMap(([table, groups]) =>
  groups.flatMap(({ columns }) => columns.map((column) => `${table}.${column}`)),
);

it('kept data: every column has one row in the table', async () => {
  const { rows } = await owner.query<{ name: string }>(
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
