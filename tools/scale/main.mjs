// node tools/scale/main.mjs: what the service's statements read in a database of many orders. See --help.
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildIfNeeded } from '../../scripts/lib/build.mjs';
import { removePostgres, startPostgres } from '../../scripts/lib/embedded-postgres.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { guardPostgres } from '../../scripts/lib/postgres/guard.mjs';
import { secondsSince } from '../../scripts/lib/project.mjs';
import { newCredentials } from '../demo/programs.mjs';
import { migrate } from '../demo/steps.mjs';
import { onStop } from '../demo/stopping.mjs';
import { startProvider } from '../drill/provider.mjs';
import { fill } from './fill.mjs';
import { useService } from './flows.mjs';
import { compare, executionsIn, grows, statementTable } from './plans.mjs';

const HELP = `node tools/scale/main.mjs [options]

Fills a small and a large database with made-up orders, lets the service work on each, and compares the blocks that each
of its statements reads. Lists those that read more in the large one, or read all of a large table.

  --orders N  of the large database (300000); 10,000,000 take 21 GB and 47 minutes on two busy cores
  --small N   of the small one (20000)
  --dir D     keeps the databases there, and uses what is there
  --all       lists all statements
`;

const SETTINGS = [
  ...['shared_buffers=2GB', 'fsync=off', 'full_page_writes=off', 'max_wal_size=8GB', 'autovacuum=off'],
  ...['session_preload_libraries=auto_explain', 'auto_explain.log_analyze=on', 'auto_explain.log_timing=off'],
  ...['auto_explain.log_buffers=on', 'auto_explain.log_format=json', 'log_line_prefix=%d:%a:'],
];
const PATIENCE_MS = 15_000;
/** Unlogged tables are written to disk at the end, and emptied after an immediate stop. */
const STOP_S = 600;
/** Kept databases were made with it. */
const SERVICE_KEY = createHash('sha256').update('scale').digest('base64');

const stopping = onStop(() => process.exit(130));
setMaxListeners(0, stopping);

/** @param {string} what @param {() => Promise<unknown>} work */
async function step(what, work) {
  stopping.throwIfAborted();
  const since = performance.now();
  await work();
  process.stderr.write(`  ${what.padEnd(40)} ${secondsSince(since)}\n`);
}

/**
 * @param {import('../../scripts/lib/embedded-postgres.mjs').EmbeddedPostgres} server
 * @param {number} orders
 * @param {string} dir for logs
 */
async function executionsWith(server, orders, dir) {
  const name = `orders_${orders}`;
  const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const admin = new pg.Client({ connectionString: server.url });
  admin.on('error', () => undefined); // a stop
  await admin.connect();
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) {
    await admin.query(`CREATE DATABASE ${name}_unfinished`);
    const unfinished = `${url}_unfinished`;
    await migrate(unfinished, join(dir, 'migrations.log'), stopping);
    await fill(unfinished, orders, step);
    await admin.query(`ALTER DATABASE ${name}_unfinished RENAME TO ${name}`);
  }
  await admin.query(`ALTER DATABASE ${name} SET auto_explain.log_min_duration = 0`);
  const before = fs.statSync(server.log).size;
  const credentials = newCredentials();
  const port = await freePort();
  const provider = await startProvider({ port, ...credentials, env: process.env }, (log) => join(dir, `${log}.log`));
  const answers = await useService(
    {
      ...{ DATABASE_URL: url, SERVICE_KEY, PORT: String(await freePort()) },
      ...{ HOST: '127.0.0.1', AUTH: 'none', LOG_LEVEL: 'fatal', WEBHOOK_ALLOW_PRIVATE: 'true', RAMP_NOT_FOUND: 'null' },
      ...{ RAMP_BASE_URL: provider.url, RAMP_APP_ID: credentials.appId, RAMP_APP_SECRET: credentials.appSecret },
      ...{
        RAMP_ACCESS_TOKEN: credentials.accessToken,
        RAMP_MAX_RPS: '100',
        DRAIN_MS: '0',
        PAGES: 'false',
        PAGES_CONSOLE: 'false',
      },
    },
    provider,
    stopping,
  ).finally(() => provider.program.stop(PATIENCE_MS));
  await admin.query(`ALTER DATABASE ${name} RESET auto_explain.log_min_duration`);
  await admin.end();
  process.stderr.write(`  ${orders} orders; answers by status: ${JSON.stringify(answers)}\n`);
  return executionsIn(fs.readFileSync(server.log).subarray(before).toString(), name);
}

const { values } = parseArgs({
  options: {
    ...{ orders: { type: 'string', default: '300000' }, small: { type: 'string', default: '20000' } },
    ...{ dir: { type: 'string' }, all: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}
await buildIfNeeded({ signal: stopping });
const dir = values.dir ?? fs.mkdtempSync(join(tmpdir(), 'ramp-checkout-scale-'));
fs.mkdirSync(dir, { recursive: true });
fs.chmodSync(dir, 0o755); // as root, Postgres runs under another account
const data = join(dir, 'postgres');
/** @type {import('../../scripts/lib/embedded-postgres.mjs').EmbeddedPostgres | undefined} */
let server;
const guard = guardPostgres(data, values.dir ? 'stop' : 'remove');
try {
  server = await startPostgres({ dir: data, flags: SETTINGS, signal: stopping });
  const small = await executionsWith(server, Number(values.small), dir);
  const large = await executionsWith(server, Number(values.orders), dir);
  const statements = compare(small, large);
  const told = statements.filter((statement) => values.all || grows(statement) || statement.scans.length > 0);
  process.stdout.write(`${statements.length} statements, ${told.length} listed\n${statementTable(told)}`);
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).stack}\n`);
  process.exitCode = 1;
} finally {
  await server?.stop(STOP_S);
  await guard.release();
  if (!values.dir) {
    await removePostgres(data);
    fs.rmSync(dir, { recursive: true, force: true });
  }
}
process.exit();
