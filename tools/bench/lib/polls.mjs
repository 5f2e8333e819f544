import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cpuOf } from './cpu.mjs';

const TRADES = 2000;
const FAR = `checkout_now() + interval '1 hour'`;
const SOME = `trade_no IN (SELECT trade_no FROM schedules ORDER BY trade_no LIMIT ${TRADES})`;
/** How often Postgres reports the counters of open connections. */
const COUNTED_MS = 2500;

/**
 * The cost of a poll without news. Each trade is polled once before, because the first answer is news; then all are
 * made due at once, so that the worker polls in full batches.
 * @param {string} databaseUrl
 * @param {number} pid of the worker
 * @returns {Promise<Record<string, number>>}
 */
export async function quietPolls(databaseUrl, pid) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`UPDATE schedules SET next_query_at = ${FAR}, watch_class = 'young' WHERE NOT ${SOME}`);
    await polled(client, pid);
    await client.query('VACUUM ANALYZE schedules');
    const { trades, cpu, statements, wal } = await polled(client, pid);
    return {
      'CPU ms, quiet poll': cpu / trades,
      'statements a quiet poll': statements / trades,
      'WAL KB a quiet poll': wal / trades / 1024,
    };
  } finally {
    await client.end();
  }
}

/** Makes the trades due and waits until each is answered. @param {pg.Client} client @param {number} pid */
async function polled(client, pid) {
  await sleep(COUNTED_MS);
  const before = await counters(client);
  const due = await client.query(`UPDATE schedules SET next_query_at = checkout_now() WHERE ${SOME}`);
  const [begun, cpu] = [await counters(client), cpuOf(pid).all];
  const open = `SELECT count(*)::int AS open FROM schedules WHERE ${SOME} AND coalesce(last_answer_at < $1, true)`;
  let looks = 0;
  do {
    await sleep(200);
    looks += 1;
  } while ((await client.query(open, [before.now])).rows[0].open > 0);
  const [ended, spent] = [await counters(client), cpuOf(pid).all - cpu];
  await client.query(`UPDATE schedules SET next_query_at = ${FAR} WHERE ${SOME}`);
  await sleep(COUNTED_MS);
  // Subtract the statements of this connection.
  const own = looks + 4;
  const statements = (await counters(client)).commits - before.commits - own;
  return { trades: due.rowCount ?? 0, cpu: spent, statements, wal: ended.wal - begun.wal };
}

/** @param {pg.Client} client @returns {Promise<{ commits: number, wal: number, now: Date }>} */
async function counters(client) {
  const { rows } = await client.query(
    `SELECT xact_commit::int AS commits, (pg_current_wal_lsn() - '0/0')::float8 AS wal, checkout_now() AS now
       FROM pg_stat_database WHERE datname = current_database()`,
  );
  return rows[0];
}
