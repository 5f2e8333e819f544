import pg from 'pg';

/**
 * Shifts Postgres' clock for the service by `shift` (an interval such as `25 hours`). Closes all other connections and
 * waits, because a session keeps its clock; the service reconnects.
 */
export async function shiftClock(databaseUrl: string, shift: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `ALTER DATABASE ${pg.escapeIdentifier(name)} SET ramp_checkout.clock_shift = ${pg.escapeLiteral(shift)}`,
    );
    await client.query(
      'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    );
  } finally {
    await client.end();
  }
}
