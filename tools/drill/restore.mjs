import pg from 'pg';

const TABLES = `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`;

/**
 * Copies all tables aside, as a dump does.
 * @param {string} url
 */
export const backUp = (url) =>
  inOne(url, async (client, names) => {
    await client.query('CREATE SCHEMA saved');
    for (const name of names) await client.query(`CREATE TABLE saved.${name} AS TABLE public.${name}`);
  });

/**
 * Restores the copy into the same database, as `pg_restore --clean` does: each table is made anew.
 * @param {string} url
 * @param {() => Promise<unknown>} migrate
 */
export async function restore(url, migrate) {
  await inOne(url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
  await migrate();
  await inOne(url, async (client, names) => {
    await client.query(`SET LOCAL session_replication_role = replica; TRUNCATE ${names.join()}`);
    for (const name of names) await client.query(`INSERT INTO ${name} SELECT * FROM saved.${name}`);
    await client.query('DROP SCHEMA saved CASCADE');
  });
}

/**
 * @param {string} url
 * @param {(client: pg.Client, names: string[]) => Promise<unknown>} work in one transaction
 */
async function inOne(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await work(
      client,
      (await client.query(TABLES)).rows.map(({ name }) => name),
    );
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
