import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** An advisory lock of Postgres; the number has no meaning but to be this lock's. */
const LOCK = 7_216_352;
const LOOK_AGAIN_MS = 250;

/**
 * Runs `work` while nobody else migrates this database; where somebody does, calls `onWait` once and waits for the end
 * of it. The lock is a transaction's, on a connection of its own, because a pooler that shares connections out by
 * transaction would leave a session's lock on somebody else's.
 *
 * An index that is built concurrently waits for every transaction that holds a snapshot. So the lock is tried, not waited
 * for in Postgres; at READ COMMITTED; and by a statement without parameters, of which no portal with a snapshot is left.
 */
export async function whileAloneMigrating<T>(url: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ramp-checkout-migrate',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A connection that breaks takes the lock with it, and the work's own connection as a rule.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (let attempt = 1; !(await isTaken(client)); attempt++) {
      if (attempt === 1) onWait();
      await sleep(LOOK_AGAIN_MS);
    }
    return await work();
  } finally {
    await client.end();
  }
}

async function isTaken(client: pg.Client): Promise<boolean> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken`);
  const taken = rows[0]?.taken === true;
  if (!taken) await client.query('ROLLBACK');
  return taken;
}
