import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { findPgBouncer, startPgBouncer } from '../support/pgbouncer.js';
import { runToEnd } from '../support/run-to-end.js';
import { pressButton, Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, Service, SERVICE_KEY, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { migrate } from '../support/service-postgres.js';

/** Defaults that a database may have; the service needs another value of each. */
const HOSTILE = {
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kolkata',
  extra_float_digits: '-12',
  bytea_output: 'escape',
  array_nulls: 'off',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
};

async function setDefaults({ url }: TestDatabase, settings: Readonly<Record<string, string>>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = pg.escapeIdentifier(new URL(url).pathname.slice(1));
  // The last of them forbids to write from then on.
  const statements = Object.entries(settings).map(
    ([setting, value]) => `ALTER DATABASE ${name} SET ${setting} = '${value}'`,
  );
  for (const statement of statements) await client.query(statement);
  await client.end();
}

let sandbox: Sandbox;
let database: TestDatabase;
let service: Service;
const numbers: string[] = [];

beforeAll(async () => {
  [sandbox, database] = [await Sandbox.start(), await freshDatabase()];
  await setDefaults(database, HOSTILE);
  service = await Service.start({ databaseUrl: database.url, rampUrl: sandbox.url });
});
afterAll(async () => {
  await service.stop();
  await sandbox.stop();
  await database.drop();
});

describe('a database whose defaults are hostile', () => {
  it('takes checkouts, and follows them to their end', async () => {
    expect((await service.get('/health/ready')).status).toBe(200);
    for (let n = 0; n < 3; n++) {
      const answer = await service.checkout(checkoutBody({ metadata: { cart: `\\ '${n}` } }));
      expect(answer.status, answer.text).toBe(201);
      numbers.push(String(answer.body['merchantOrderNo']));
      if (n === 0) await pressButton(String(answer.body['payUrl']), 'pay');
    }
    await until('it is completed', async () => (await service.read(numbers[0]!)).status === 'COMPLETED');
    expect(Date.now() - Date.parse(String((await service.read(numbers[0]!))['createdAt']))).toBeLessThan(120_000);
  });

  it('serves the page of an order, and lists of orders by their cursors', async () => {
    expect((await service.get(`/orders/${numbers[0]!}`)).status).toBe(200);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer: Answer = await service.get(`/v1/orders?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(answer.status, answer.text).toBe(200);
      const { items, nextCursor } = answer.body as { items: { merchantOrderNo: string }[]; nextCursor: string | null };
      found.push(...items.map(({ merchantOrderNo }) => merchantOrderNo));
      cursor = nextCursor;
    }
    expect(found).toEqual([...numbers].reverse());
  });

  it.each([
    ['report', ['--json'], /"orders": ?3/],
    ['export', ['--from', '2000-01-01', '--to', '2100-01-01'], /COMPLETED/],
  ])('serves the program %s', async (name, args, says) => {
    const ran = await runToEnd(`src/cli/accounts/${name}.js`, args, { DATABASE_URL: database.url, SERVICE_KEY });
    expect({ code: ran.code, errors: ran.errors }).toMatchObject({ code: 0 });
    expect(ran.out).toMatch(says);
  });

  it('can be migrated', async () => {
    const empty = await emptyDatabase();
    try {
      await setDefaults(empty, HOSTILE);
      expect(await migrate(empty.url)).toContain('Initial1795600000000');
    } finally {
      await empty.drop();
    }
  });
});

describe.skipIf(findPgBouncer() === null)('behind PgBouncer in transaction mode (left out where there is none)', () => {
  it('is not ready, and says so, where the pooler does not keep what the service sets', async () => {
    const pooler = await startPgBouncer(findPgBouncer()!, inject('testServer').adminUrl, 'pool_size=2');
    const pooled = await freshDatabase();
    await setDefaults(pooled, { bytea_output: 'escape' });
    const behind = await Service.start({
      databaseUrl: pooler.through(pooled.url),
      rampUrl: sandbox.url,
      env: {},
      process: true,
    });
    // Another client of the pooler resets the connections that they share.
    const other = new pg.Client({ connectionString: pooler.through(pooled.url) });
    other.on('error', () => undefined);
    await other.connect();
    try {
      await until('it is not ready', async () => {
        await other.query('RESET ALL');
        return (await behind.get('/health/ready')).status === 503;
      });
      expect(behind.program.output()).toContain('"event":"session_not_kept"');
      expect(behind.program.output()).toContain("SET bytea_output = ''hex''");
    } finally {
      await other.end();
      await behind.stop();
      await pooler.stop();
      await pooled.drop();
    }
  });
});
