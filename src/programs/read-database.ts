import { createDataSource } from '../database/data-source.js';
import { Database } from '../database/database.js';
import type { Secret } from '../shared/secret.js';

/** A database that can only be read: whatever a statement says, Postgres refuses to write. Closed when `work` ends. */
export async function readDatabase<T>(url: Secret, work: (database: Database) => Promise<T>): Promise<T> {
  const source = createDataSource(url.reveal());
  source.setOptions({
    extra: {
      max: 1,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // A report over years takes longer than anything that the service asks.
      statement_timeout: 600_000,
      query_timeout: 610_000,
      // Not as a startup option: one in the URL would take its place.
      onConnect: (client: { query(sql: string): Promise<unknown> }) =>
        client.query('SET default_transaction_read_only = on'),
    },
  });
  try {
    return await work(new Database(source));
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}
