import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const PATHS = ['/v1/admin/report', '/v1/admin/orders/export'];
const PATIENCE_MS = 10_000;
/** Only reports read this table, so they wait for this lock. */
const HOLD = 'BEGIN; LOCK monthly_account';
const HELD = `SELECT FROM pg_locks WHERE relation = 'monthly_account'::regclass AND NOT granted`;

/**
 * Reads reports and exports of every replica. Settles when a report waits in Postgres.
 * @param {readonly { url: string }[]} replicas
 * @param {string} databaseUrl
 * @param {AbortSignal} signal
 * @returns {Promise<() => Promise<void>>} lets the reports go, and stops reading
 */
export async function readReports(replicas, databaseUrl, signal) {
  const [holder, watcher] = await Promise.all([connected(databaseUrl), connected(databaseUrl)]);
  await holder.query(HOLD);
  let isOver = false;
  const readers = replicas.flatMap(({ url }) =>
    PATHS.map(async (path) => {
      while (!isOver) {
        const answer = await fetch(url + path, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
        const text = await answer?.text().catch(() => null); // an export may break off
        if (!answer?.ok || text === null) await sleep(10);
      }
    }),
  );
  while ((await watcher.query(HELD)).rowCount === 0) await sleep(10, undefined, { signal });
  return async () => {
    isOver = true;
    await Promise.all([holder.end(), watcher.end(), ...readers]);
  };
}

/** @param {string} connectionString */
async function connected(connectionString) {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined); // the drill breaks it
  await client.connect();
  return client;
}
