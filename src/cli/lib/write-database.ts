import { createDataSource } from '../../data-source.js';
import { Database } from '../../platform/database/database.js';
import type { Secret } from '../../platform/shared/secret.js';

/** A database to write to, on one connection. Closed when `work` ends. */
export async function writeDatabase<T>(url: Secret, work: (database: Database) => Promise<T>): Promise<T> {
  const source = createDataSource(url.reveal(), { max: 1, connectionTimeoutMillis: 10_000 });
  try {
    return await work(new Database(source));
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}
