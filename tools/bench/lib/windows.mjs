import { cpuOf, cpuOfFamily, residentMegabytes } from './cpu.mjs';
import { keepSending, sendMany } from './load.mjs';
import { WINDOWS } from './rows.mjs';
import { median } from './table.mjs';

/** @typedef {import('./load.mjs').Load} Load */
/** @typedef {import('./postgres.mjs').Postgres} Postgres */

/** Warm when the CPU of two windows in a row differs by no more than this. */
const STEADY = 0.03;
const WARM = { requests: 750, windows: 8 };
/** So many connections have been made, and their statements prepared, before the window. */
const FIRST_REQUESTS = 4;

/** @param {import('./running.mjs').Running} running @param {Load} load @param {import('./options.mjs').Options} options @param {Postgres} postgres */
export async function inWindows({ pid }, load, options, postgres) {
  /** @type {string[]} */
  const answers = [];
  /** @type {Record<string, number> & { failures: number }} */
  const figures = { failures: 0 };
  const kept = (/** @type {import('./load.mjs').Sent} */ sent) => {
    answers.push(...sent.answers);
    figures.failures += sent.failures;
    return sent;
  };
  figures['checkouts to warm up'] = await warmUp(pid, load, options.warm, kept);
  for (const [title, special] of Object.entries(WINDOWS)) {
    const all = { ...load, ...special };
    const own = { ...all, connections: Math.min(all.connections, options.connections) };
    kept(await sendMany(own, own.connections * FIRST_REQUESTS));
    const before = await countersOf(pid, postgres);
    const { latencies, ms } = kept(await keepSending(own));
    const after = await countersOf(pid, postgres);
    const made = latencies.length;
    const perCheckout = (/** @type {keyof typeof before} */ name) => (after[name] - before[name]) / made;
    Object.assign(figures, {
      [`${title}: checkouts a second`]: (made / ms) * 1000,
      [`${title}: p50 ms`]: median(latencies),
      [`${title}: p99 ms`]: latencies[Math.floor(made * 0.99)] ?? Number.NaN,
      [`${title}: CPU ms of the process`]: perCheckout('own'),
      [`${title}: CPU ms of Postgres`]: perCheckout('postgres'),
      [`${title}: transactions`]: perCheckout('transactions'),
      [`${title}: WAL KB`]: perCheckout('wal') / 1024,
      [`${title}: MB resident`]: residentMegabytes(pid),
    });
  }
  return { ...figures, answers };
}

/**
 * One-time compilation, planning and fetching is no cost of a checkout.
 * @param {number} pid @param {Load} load @param {number | null} requests null: until it is steady
 * @param {(sent: import('./load.mjs').Sent) => import('./load.mjs').Sent} kept
 * @returns {Promise<number>} requests sent
 */
async function warmUp(pid, load, requests, kept) {
  if (requests !== null) return kept(await sendMany(load, requests)).latencies.length;
  let [total, last] = [0, Number.NaN];
  for (let window = 1; window <= WARM.windows; window++) {
    const before = cpuOf(pid);
    const { latencies } = kept(await sendMany(load, WARM.requests));
    const each = (cpuOf(pid) - before) / latencies.length;
    total += latencies.length;
    if (Math.abs(each / last - 1) <= STEADY) break;
    last = each;
  }
  return total;
}

/** @param {number} pid @param {Postgres} postgres */
async function countersOf(pid, { admin, postmaster }) {
  // Transactions that write: reports of the others come late.
  const { rows } = await admin.query(
    `SELECT pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS transactions,
            (pg_current_wal_insert_lsn() - '0/0')::float8 AS wal`,
  );
  const { transactions, wal } = /** @type {{ transactions: number, wal: number }} */ (rows[0]);
  return { own: cpuOf(pid), postgres: cpuOfFamily(postmaster), transactions, wal };
}
