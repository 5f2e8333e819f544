import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startPostgres } from '../../../scripts/lib/embedded-postgres.mjs';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { guardPostgres } from '../../../scripts/lib/postgres/guard.mjs';
import { secondsSince } from '../../../scripts/lib/project.mjs';
import { newCredentials } from '../../demo/programs.mjs';
import { migrate } from '../../demo/steps.mjs';
import { onStop } from '../../demo/stopping.mjs';
import { startProvider } from '../../drill/provider.mjs';
import { fill } from './fill.mjs';
import { useService } from './flows.mjs';
import { compare, executionsIn, grows, statementTable } from './plans.mjs';

const SETTINGS = [
  'shared_buffers=2GB',
  'fsync=off',
  'full_page_writes=off',
  'max_wal_size=8GB',
  'autovacuum=off',
  'session_preload_libraries=auto_explain',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_buffers=on',
  'auto_explain.log_format=json',
  'log_line_prefix=%d:%a:',
];
const PATIENCE_MS = 15_000;
/** Unlogged tables are written to disk at the end, and emptied after an immediate stop. */
const STOP_S = 600;
const SERVICE_KEY = randomBytes(32).toString('base64');

/** @param {string} what @param {() => Promise<unknown>} work */
async function step(what, work) {
  const since = performance.now();
  await work();
  process.stderr.write(`  ${what.padEnd(40)} ${secondsSince(since)}\n`);
}

/**
 * @param {import('../../../scripts/lib/embedded-postgres.mjs').EmbeddedPostgres} server
 * @param {number} orders
 * @param {string} dir for logs
 * @param {AbortSignal} stopping
 */
async function executionsWith(server, orders, dir, stopping) {
  const name = `orders_${orders}`;
  const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const admin = new pg.Client({ connectionString: server.url });
  admin.on('error', () => undefined); // a stop
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await migrate(url, join(dir, 'migrations.log'), stopping);
  const number = await fill(url, orders, step);
  await admin.query(`ALTER DATABASE ${name} SET auto_explain.log_min_duration = 0`);
  const before = fs.statSync(server.log).size;
  const credentials = newCredentials();
  const port = await freePort();
  const provider = await startProvider({ port, env: process.env, log: join(dir, 'sandbox.log') }, credentials);
  const answers = await useService(
    {
      DATABASE_URL: url,
      SERVICE_KEY,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      AUTH: 'none',
      LOG_LEVEL: 'fatal',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      RAMP_NOT_FOUND: 'null',
      RAMP_BASE_URL: provider.url,
      RAMP_APP_ID: credentials.appId,
      RAMP_APP_SECRET: credentials.appSecret,
      RAMP_ACCESS_TOKEN: credentials.accessToken,
      RAMP_MAX_RPS: '100',
      DRAIN_MS: '0',
      PAGES: 'false',
      PAGES_CONSOLE: 'false',
    },
    provider,
    number,
    stopping,
  ).finally(() => provider.program.stop(PATIENCE_MS));
  await admin.query(`ALTER DATABASE ${name} RESET auto_explain.log_min_duration`);
  await admin.end();
  process.stderr.write(`  ${orders} orders; answers by status: ${JSON.stringify(answers)}\n`);
  // Gigabytes in a large database.
  return executionsIn(createInterface({ input: fs.createReadStream(server.log, { start: before }) }), name);
}

/**
 * Fills a small and a large database, lets the service work on each, and compares the blocks that each of its statements
 * read.
 * @param {{ orders: number, small: number, all: boolean }} options
 * @returns {Promise<string>} a table of the statements that read more in the large one, or all of a large table
 */
export async function growth({ orders, small, all }) {
  const stopping = onStop(() => process.exit(130));
  setMaxListeners(0, stopping);
  const dir = fs.mkdtempSync(join(tmpdir(), 'ramp-checkout-growth-'));
  fs.chmodSync(dir, 0o755); // as root, Postgres runs under another account
  const data = join(dir, 'postgres');
  /** @type {import('../../../scripts/lib/embedded-postgres.mjs').EmbeddedPostgres | undefined} */
  let server;
  const guard = guardPostgres(data, 'remove');
  try {
    server = await startPostgres({ dir: data, flags: SETTINGS, signal: stopping });
    const before = await executionsWith(server, small, dir, stopping);
    const statements = compare(before, await executionsWith(server, orders, dir, stopping));
    const listed = statements.filter((statement) => all || grows(statement) || statement.scans.length > 0);
    return `${statements.length} statements, ${listed.length} listed\n${statementTable(listed)}`;
  } finally {
    await server?.stop(STOP_S);
    await guard.release();
    fs.rmSync(dir, { recursive: true, force: true });
  }
}
