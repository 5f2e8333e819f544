import pg from 'pg';

/**
 * Remembers all rows of a database. The result puts them back while its processes live on, as a failover to a standby
 * without the newer commits does, and makes the loss known to whoever reads the epoch next.
 */
export async function commitsToLose(url: string): Promise<() => Promise<void>> {
  await run(url, async (client) => {
    const statements = (await tablesOf(client)).map((table) => `CREATE TABLE kept.${table} AS TABLE public.${table}`);
    await client.query(['DROP SCHEMA IF EXISTS kept CASCADE', 'CREATE SCHEMA kept', ...statements].join(';'));
  });
  return () =>
    run(url, async (client) => {
      const tables = await tablesOf(client);
      await client.query(
        [
          'BEGIN',
          // No foreign key and no trigger is in the way.
          'SET LOCAL session_replication_role = replica',
          `LOCK TABLE ${tables.join(', ')}`,
          ...tables.flatMap((table) => [`DELETE FROM ${table}`, `INSERT INTO ${table} SELECT * FROM kept.${table}`]),
          `UPDATE database_epoch SET history = 'restored'`,
          'COMMIT',
        ].join(';'),
      );
    });
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function run(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET search_path = public');
    await work(client);
  } finally {
    await client.end();
  }
}
