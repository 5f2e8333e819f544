// npm run bench: what a checkout costs, beside two rivals. See --help.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { buildIfNeeded } from '../scripts/lib/build.mjs';
import { startPostgres } from '../scripts/lib/embedded-postgres.mjs';
import { freePort } from '../scripts/lib/ports.mjs';
import { guardPostgres } from '../scripts/lib/postgres/guard.mjs';
import { cpuSeconds, cpuSecondsOfFamily, residentMegabytes } from './lib/cpu.mjs';
import { sendCheckouts } from './lib/load.mjs';
import { HELP, parseBenchOptions } from './lib/options.mjs';
import { prepare } from './lib/subjects.mjs';
import { benchTable, median } from './lib/table.mjs';

const PROVIDER = fileURLToPath(new URL('lib/provider.mjs', import.meta.url));
const READY_MS = 30_000;
const WARM_SECONDS = 2;

const say = (/** @type {string} */ text) => void process.stderr.write(text);

/**
 * @param {string} file
 * @param {Record<string, string>} env
 * @returns {Promise<{ pid: number, url: string, cpu: number, stop: () => Promise<void> }>} once it listens; `cpu`: seconds so far
 */
async function start(file, env) {
  const port = await freePort();
  const own = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  const child = spawn(process.execPath, [file], {
    env: { ...own, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${file} did not begin to listen`)), READY_MS);
    // Read to the end: who writes a log must not wait for a reader.
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      if (!text.includes('listening')) return;
      clearTimeout(timer);
      resolve(undefined);
    });
    void ended.then(() => reject(new Error(`${file} ended before it listened`)));
  });
  const pid = child.pid ?? 0;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { pid, url: `http://127.0.0.1:${port}`, cpu: cpuSeconds(pid), stop };
}

/** Of a database that nobody is connected to any more: a connection tells what it did when it ends. @param {pg.Client} admin @param {string} database */
async function counters(admin, database) {
  const others = 'SELECT 1 FROM pg_stat_activity WHERE datname = $1';
  while ((await admin.query(others, [database])).rows.length > 0) await sleep(50);
  const { rows } = await admin.query(
    `SELECT xact_commit::int AS commits, pg_current_wal_lsn() - '0/0' AS wal FROM pg_stat_database WHERE datname = $1`,
    [database],
  );
  return { commits: rows[0].commits, wal: Number(rows[0].wal) };
}

/**
 * @param {'service' | 'usual' | 'floor'} name
 * @param {ReturnType<typeof parseBenchOptions>} options
 * @param {{ admin: pg.Client, url: string, postmaster: number, round: number }} at
 * @returns {Promise<import('./lib/table.mjs').Round>}
 */
async function measure(name, { seconds, connections, delayMs }, { admin, url, postmaster, round }) {
  const database = `bench_${name}_${round}`;
  await admin.query(`CREATE DATABASE ${database}`);
  const databaseUrl = Object.assign(new URL(url), { pathname: `/${database}` }).href;
  const provider = await start(PROVIDER, { DELAY_MS: String(delayMs) });
  try {
    const { file, env, headers } = await prepare(name, databaseUrl, provider.url);
    const before = await counters(admin, database);
    const subject = await start(file, env);
    /** @type {Record<string, number>} */
    let figures;
    let warm;
    let made;
    try {
      const idle = residentMegabytes(subject.pid);
      const load = { url: subject.url, headers, connections };
      // What is compiled, planned and fetched once is no cost of a checkout.
      warm = (await sendCheckouts({ ...load, seconds: WARM_SECONDS })).latencies.length;
      const [cpu, postgres] = [cpuSeconds(subject.pid), cpuSecondsOfFamily(postmaster)];
      const { latencies, failures, ms } = await sendCheckouts({ ...load, seconds });
      const sorted = latencies.sort((a, b) => a - b);
      made = sorted.length;
      figures = {
        'checkouts a second': (made / ms) * 1000,
        'p50 ms': median(sorted),
        'p99 ms': sorted[Math.floor(made * 0.99)] ?? Number.NaN,
        'CPU ms of the process a checkout': ((cpuSeconds(subject.pid) - cpu) / made) * 1000,
        'CPU ms of Postgres a checkout': ((cpuSecondsOfFamily(postmaster) - postgres) / made) * 1000,
        'MB resident, idle': idle,
        'MB resident, under load': residentMegabytes(subject.pid),
        'CPU s from start to ready': subject.cpu,
        failures: [...failures.values()].reduce((sum, count) => sum + count, 0),
      };
    } finally {
      await subject.stop();
    }
    const after = await counters(admin, database);
    figures['transactions a checkout'] = (after.commits - before.commits) / (warm + made);
    figures['WAL KB a checkout'] = (after.wal - before.wal) / (warm + made) / 1024;
    return { subject: name, figures };
  } finally {
    await provider.stop();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
  }
}

/** @param {ReturnType<typeof parseBenchOptions>} options */
async function bench(options) {
  await buildIfNeeded();
  const dir = mkdtempSync(join(tmpdir(), 'ramp-checkout-bench-'));
  const guard = guardPostgres(dir, 'remove');
  try {
    // As it comes: what is committed is on disk.
    const { url } = await startPostgres({ dir });
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const { rows } = await admin.query(`SELECT pg_read_file('postmaster.pid') AS file`);
    const postmaster = Number(rows[0].file.split('\n')[0]);
    const rounds = [];
    for (let round = 1; round <= options.rounds; round++) {
      for (const name of options.subjects) {
        say(`round ${round} of ${options.rounds}: ${name}\n`);
        rounds.push(await measure(name, options, { admin, url, postmaster, round }));
      }
    }
    await admin.end();
    return rounds;
  } finally {
    await guard.release();
    rmSync(dir, { recursive: true, force: true });
  }
}

try {
  const options = parseBenchOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(HELP);
  else {
    const rounds = await bench(options);
    process.stdout.write(options.json ? `${JSON.stringify(rounds, null, 2)}\n` : benchTable(rounds, options.subjects));
  }
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 2;
}
