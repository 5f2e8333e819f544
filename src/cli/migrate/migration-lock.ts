import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The key of a Postgres advisory lock; the number is arbitrary. */
const LOCK = 7_216_352;
const LOOK_AGAIN_MS = 250;

/**
 * Runs `work` under the migration lock; if another process holds it, calls `onWait` once and waits. The lock belongs to
 * a transaction on a connection of its own: behind a pooler in transaction mode, a session's lock would stay on a
 * connection that others use.
 *
 * A concurrent index build waits for every transaction that holds a snapshot. So the lock is polled instead of waited
 * for in Postgres; at READ COMMITTED; and with a statement without parameters, which leaves no portal with a snapshot.
 */
export async function whileAloneMigrating<T>(url: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ramp-checkout-migrate',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A broken connection releases the lock, and usually breaks the work's own connection too.
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
