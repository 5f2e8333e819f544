import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, cpuSecondsOfFamily, residentMegabytes } from './cpu.mjs';
import { keepSending, sendAtRate, warmUp } from './load.mjs';
import { FLOODED, floodOfGuests } from './flood.mjs';
import { quietPolls, FEW_CALLS, usedBudget } from './polls.mjs';
import { start } from './processes.mjs';
import { streams } from './streams.mjs';
import { newCheckout, ordersAt, REQUESTS } from './requests.mjs';
import { prepare } from './subjects.mjs';
import { median } from './table.mjs';

/** @typedef {import('./options.mjs').Options} Options */
/** @typedef {Awaited<ReturnType<typeof start>>} Running */
/** @typedef {{ admin: import('pg').Client, url: string, postmaster: number }} Postgres */

const PROVIDER = fileURLToPath(new URL('provider.mjs', import.meta.url));
/** A rate below every subject's capacity: measures latency, not queueing. */
const CALM = { perSecond: 50, delayMs: 50 };
/** A worker would poll the new orders. Rivals do not poll, and polls are measured apart. */
const WITHOUT_WORKER = { ROLES: 'api' };

/**
 * Measures one subject on a database of its own: checkouts first, so that Postgres' counters are theirs alone, then
 * the rest.
 * @param {'service' | 'usual' | 'floor'} name
 * @param {Options} options
 * @param {Postgres} postgres
 * @param {number} round
 * @returns {Promise<import('./table.mjs').Round>}
 */
export async function measure(name, options, postgres, round) {
  const { admin } = postgres;
  const database = `bench_${name}_${round}`;
  await admin.query(`CREATE DATABASE ${database}`);
  const provider = await start([PROVIDER], { DELAY_MS: String(options.delayMs) });
  try {
    const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
    const { args, env, headers } = await prepare(name, databaseUrl, provider.url);
    /** @template T @param {(running: Running, load: import('./load.mjs').Load) => Promise<T>} look */
    const whileRunning = async (look, /** @type {Record<string, string>} */ more = {}) => {
      const running = await start(args, { ...env, ...more });
      try {
        const { connections, seconds } = options;
        return await look(running, { url: running.url, headers, connections, seconds, next: newCheckout });
      } finally {
        await running.stop();
      }
    };
    const before = await counters(admin, database);
    const { made, figures } = await whileRunning(
      (running, load) => checkouts(running, load, options.warm, postgres.postmaster),
      WITHOUT_WORKER,
    );
    const after = await counters(admin, database);
    const counted = {
      'transactions a checkout': (after.commits - before.commits) / made,
      'WAL KB a checkout': (after.wal - before.wal) / made / 1024,
    };
    const others = await whileRunning(
      (running, load) => theRest(running, load, options.warm, provider.url),
      WITHOUT_WORKER,
    );
    const own = name === 'service' ? await ownRows(whileRunning, databaseUrl, provider.url) : {};
    const failures = [figures, others, own].reduce((sum, found) => sum + (found['failures'] ?? 0), 0);
    return { subject: name, figures: { ...figures, ...counted, ...others, ...own, failures } };
  } finally {
    await provider.stop();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
  }
}

/**
 * Measures what only the service does.
 * @param {<T>(look: (running: Running, load: import('./load.mjs').Load) => Promise<T>, more: Record<string, string>)
 * => Promise<T>} whileRunning
 * @param {string} databaseUrl
 * @param {string} provider
 * @returns {Promise<Record<string, number>>}
 */
async function ownRows(whileRunning, databaseUrl, provider) {
  const worker = { ROLES: 'worker' };
  const polls = await whileRunning(({ pid }) => quietPolls(databaseUrl, pid), worker);
  const budget = await whileRunning(() => usedBudget(databaseUrl, provider), { ...worker, ...FEW_CALLS });
  const flood = await whileRunning((_, load) => floodOfGuests(load), { ...WITHOUT_WORKER, ...FLOODED });
  const followed = await whileRunning(({ pid }, load) => streams(load, pid, provider), {});
  return {
    ...polls,
    ...budget,
    ...flood,
    ...followed,
    failures: (flood['failures'] ?? 0) + (followed['failures'] ?? 0),
  };
}

/** @param {Running} running @param {import('./load.mjs').Load} load @param {number} warmRequests @param {number} postmaster */
async function checkouts(running, load, warmRequests, postmaster) {
  const { pid } = running;
  const idle = residentMegabytes(pid);
  // One-time compilation, planning and fetching is no cost of a checkout. Each subject gets the same number of
  // warm-up requests.
  const warm = (await warmUp(load, warmRequests)).latencies.length;
  const [cpu, postgres] = [cpuSeconds(pid), cpuSecondsOfFamily(postmaster)];
  const { latencies, failures, ms } = await keepSending(load);
  const made = latencies.length;
  /** @type {Record<string, number>} */
  const figures = {
    'checkouts a second': (made / ms) * 1000,
    'p50 ms': median(latencies),
    'p99 ms': p99(latencies),
    'CPU ms of the process a checkout': ((cpuSeconds(pid) - cpu) / made) * 1000,
    'CPU ms of Postgres a checkout': ((cpuSecondsOfFamily(postmaster) - postgres) / made) * 1000,
    'MB resident, idle': idle,
    'MB resident, under load': residentMegabytes(pid),
    'CPU s from start to ready': running.cpu,
    failures,
  };
  return { made: warm + made, figures };
}

/** @param {Running} running @param {import('./load.mjs').Load} load @param {number} warmRequests @param {string} provider */
async function theRest({ pid }, load, warmRequests, provider) {
  const orders = await ordersAt(`${provider}/made`);
  /** @type {Record<string, number>} */
  const figures = { failures: 0 };
  for (const [row, requestOf] of Object.entries(REQUESTS)) {
    let sent = 0;
    const next = () => requestOf(orders[sent++ % orders.length] ?? { number: '', callback: '' });
    await warmUp({ ...load, next }, warmRequests);
    const cpu = cpuSeconds(pid);
    const { latencies, failures } = await keepSending({ ...load, next, seconds: load.seconds / 2 });
    figures[row] = ((cpuSeconds(pid) - cpu) / latencies.length) * 1000;
    figures['failures'] = (figures['failures'] ?? 0) + failures;
  }
  await warmUp(load, warmRequests);
  await ordersAt(`${provider}/made?delay=${CALM.delayMs}`);
  const { latencies, failures } = await sendAtRate(load, CALM.perSecond);
  figures['ms added at 50/s, p50'] = median(latencies) - CALM.delayMs;
  figures['ms added at 50/s, p99'] = p99(latencies) - CALM.delayMs;
  figures['failures'] = (figures['failures'] ?? 0) + failures;
  return figures;
}

/** @param {number[]} sorted */
const p99 = (sorted) => sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;

/**
 * Waits until all connections have ended: a connection reports its counters then. @param {import('pg').Client} admin
 * @param {string} database
 */
async function counters(admin, database) {
  const others = 'SELECT 1 FROM pg_stat_activity WHERE datname = $1';
  while ((await admin.query(others, [database])).rows.length > 0) await sleep(50);
  const { rows } = await admin.query(
    `SELECT xact_commit::int AS commits, pg_current_wal_lsn() - '0/0' AS wal FROM pg_stat_database WHERE datname = $1`,
    [database],
  );
  return { commits: rows[0].commits, wal: Number(rows[0].wal) };
}
