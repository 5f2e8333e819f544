import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whileAloneMigrating } from '#src/cli/migrate/migrate-database.js';
import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { isDatabaseAway } from '#src/platform/database/database-errors.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { runToEnd } from '../support/run-to-end.js';
import { Sandbox } from '../support/sandbox-client.js';
import { Service, SERVICE_KEY, until } from '../support/service.js';
import { migrate, OwnPostgres } from '../support/service-postgres.js';

/** The programs and the service run each path until it waits for this lock. */
const TABLES = 'orders, order_events, api_keys, erasures, migrations';
const READ = 'SELECT count(*) FROM orders';
const WRITE = 'UPDATE orders SET version = version';
const WAITS = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
  AND application_name LIKE 'ramp-checkout%' AND query ~ $1`;

let postgres: OwnPostgres;
let databaseUrl: string;
let statements: PooledStatements;
let database: Database;
let uncaught: unknown[];
let others: NodeJS.UncaughtExceptionListener[];
const notice = (error: unknown): unknown => uncaught.push(error);

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl).on('error', () => undefined);
  await client.connect();
  return client;
}

/** Kills the backend in which `work` waits for a lock. Postgres then ends all connections and restarts. */
async function killedUnder<T>(work: () => Promise<T>, query = 'orders'): Promise<T> {
  // A transaction does not see later activity, so another connection looks.
  const [locker, admin] = [await connected(), await connected()];
  await locker.query(`BEGIN; LOCK ${TABLES}`);
  const working = work();
  working.catch(() => undefined);
  const { pid } = await until(
    `${query} waits`,
    async () => (await admin.query<{ pid: number }>(WAITS, [query])).rows[0],
  );
  const ended = new Promise((resolve) => locker.once('end', resolve));
  process.kill(pid, 'SIGKILL');
  await ended;
  await until('Postgres restarts', async () => (await connected().catch(() => null))?.end().then(() => true) ?? false);
  // An error of a connection without a listener comes in a later turn.
  await sleep(50);
  return working;
}

beforeAll(async () => {
  postgres = await OwnPostgres.start();
  databaseUrl = await postgres.createDatabase('shop');
  await migrate(databaseUrl);
});
afterAll(() => postgres.release());

beforeEach(() => {
  uncaught = [];
  others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', notice);
  statements = new PooledStatements(createDataSource(databaseUrl));
  database = new Database(statements);
});
afterEach(async () => {
  await statements.close();
  process.removeListener('uncaughtException', notice);
  for (const other of others) process.on('uncaughtException', other);
});

describe('a backend that is killed ends no process', () => {
  const together = (work: () => Promise<unknown>): Promise<unknown> => Promise.all([work(), work(), work()]);

  it.each<[string, () => Promise<unknown>]>([
    ['a single statement', () => database.query(READ)],
    ['a batch of writes', () => together(() => database.together(WRITE, [], ''))],
    ['a batch of reads', () => together(() => database.readTogether(READ, []))],
    ['a report', () => database.readPatiently(READ, [], 60_000)],
    [
      'a migration',
      () =>
        whileAloneMigrating(
          databaseUrl,
          () => undefined,
          () => database.query(READ),
        ),
    ],
  ])('under %s', async (_, work) => {
    const error: unknown = await killedUnder(work).catch((thrown: unknown) => thrown);
    expect(isDatabaseAway(error)).toBe(true);
    expect(uncaught).toEqual([]);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it.each<[string, string, string[], string?]>([
    ['report', 'accounts/report', []],
    ['export', 'accounts/export', []],
    ['verify-history', 'accounts/verify-history', []],
    ['audit-anchor', 'accounts/audit-anchor', [], 'order_events'],
    ['forget', 'forget/main', ['--list'], 'erasures'],
    ['key', 'key/main', ['create', '--role', 'checkout', '--name', 'shop'], 'api_keys'],
    ['migrate', 'migrate/main', [], 'migrations'],
  ])('npm run %s ends with one sentence and no stack', async (_, name, args, query) => {
    const env = { DATABASE_URL: databaseUrl, SERVICE_KEY };
    const { code, errors } = await killedUnder(() => runToEnd(`src/cli/${name}.js`, args, env), query);
    expect(code).toBeGreaterThan(0);
    expect(errors).toMatch(/^The database (cannot be reached|could not be migrated): .+\n$/);
  });

  it('the service under a report and an export', async () => {
    const sandbox = await Sandbox.start();
    const service = await Service.start({ databaseUrl, rampUrl: sandbox.url, process: true });
    try {
      await until('ready', async () => (await service.get('/health/ready')).status === 200);
      const answerTo = (path: string, query: string): Promise<unknown> =>
        killedUnder(() => service.get(`/v1/admin/${path}`).then(({ status }) => status, String), query);
      expect(await answerTo('report', 'bucket')).toBe(503);
      // Broken off, so that a part cannot pass for the whole.
      expect(await answerTo('orders/export', 'AS place')).toMatch(/terminated/);
      expect((await service.get('/health/live')).status).toBe(200);
      await until('ready again', async () => (await service.get('/health/ready')).status === 200);
    } finally {
      await service.stop();
      await sandbox.stop();
    }
  });
});
