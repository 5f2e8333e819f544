import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../scripts/lib/embedded-postgres.mjs';
import { guardPostgres } from '../../scripts/lib/postgres/guard.mjs';
import { projectRoot } from '../../scripts/lib/project.mjs';
import { run } from '../../scripts/lib/run.mjs';

const DATABASE = 'ramp_checkout';

/**
 * Rejects when a program of the demo ends unexpectedly.
 * @param {import('./program.mjs').Program} program
 * @returns {Promise<never>}
 */
export async function death(program) {
  const how = await program.ended;
  throw diedError(program.name, how, program.log);
}

/**
 * Rejects when the database ends unexpectedly. It is no child process, so it has to be polled.
 * @param {import('../../scripts/lib/embedded-postgres.mjs').EmbeddedPostgres} postgres
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
export async function databaseDeath(postgres, signal) {
  while (postgres.isRunning()) await sleep(1000, undefined, { signal });
  throw diedError('database', 'ended', postgres.log);
}

/** @param {string} name @param {string} how @param {string} log */
function diedError(name, how, log) {
  const lastLines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-20);
  return new Error(
    [`the ${name} ${how}. The end of its log (${log}):`, ...lastLines.map((line) => `  | ${line}`)].join('\n'),
  );
}

/** @param {string} name below dist */
export function built(name) {
  const file = join(projectRoot, 'dist', name);
  if (!existsSync(file)) throw new Error(`the build made no ${file}`);
  return file;
}

/**
 * Starts Postgres with an empty database, or with the data of the last demo.
 * @param {string} dir
 * @param {AbortSignal} signal
 * @param {number} [port] 0: a free one
 */
export async function startDatabase(dir, signal, port = 0, flags = /** @type {string[]} */ ([])) {
  const guard = guardPostgres(dir, 'stop');
  try {
    const postgres = await startPostgres({ dir, port, flags, signal });
    const url = await createDatabase(postgres.url);
    const stop = async (/** @type {number | undefined} */ patienceS) => {
      await postgres.stop(patienceS);
      await guard.release();
    };
    return { ...postgres, url, stop };
  } catch (error) {
    await guard.release();
    throw error;
  }
}

/** @param {string} adminUrl @returns {Promise<string>} the address of the database */
export async function createDatabase(adminUrl) {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await admin.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await admin.end();
  }
  return Object.assign(new URL(adminUrl), { pathname: `/${DATABASE}` }).href;
}

/**
 * @param {string} databaseUrl
 * @param {string} log
 * @param {AbortSignal} signal
 * @returns {Promise<string>} the result in a line
 */
export async function migrate(databaseUrl, log, signal) {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { code, output } = await run(process.execPath, [built('src/cli/migrate/main.js')], {
    env,
    cwd: projectRoot,
    signal,
  });
  signal.throwIfAborted();
  writeFileSync(log, output);
  if (code !== 0) throw new Error(`the migrations failed:\n${output}`);
  // Show the number only; the log has the names.
  const [first = '', ...names] = output.trim().split(/\s*\n\s*/);
  return names.length === 0 ? first : `${names.length} applied`;
}

/**
 * Polls a URL until it answers 200.
 * @param {string} url
 * @param {number} patienceMs
 * @param {AbortSignal} signal
 */
export async function untilOk(url, patienceMs, signal) {
  const until = performance.now() + patienceMs;
  let last = 'no answer';
  while (performance.now() < until) {
    try {
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]) });
      if (response.status === 200) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      signal.throwIfAborted();
      last = String(/** @type {Error} */ (error).cause ?? error);
    }
    await sleep(100, undefined, { signal });
  }
  throw new Error(`${url} is not ready after ${patienceMs / 1000} s: ${last}`);
}
