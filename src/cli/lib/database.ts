import { createDataSource } from '../../data-source.js';
import { Database } from '../../platform/database/database.js';
import type { Secret } from '../../platform/shared/secret.js';

/** A report over years takes longer than anything that the service asks. */
const PATIENCE_MS = 600_000;

/** By transactions, not by a setting of the connection: behind a pooler that would become the service's. */
class ReadingDatabase extends Database {
  override query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.readPatiently<Row>(sql, parameters, PATIENCE_MS);
  }
}

/** A database that can only be read: whatever a statement says, Postgres refuses to write. Closed when `work` ends. */
export function readDatabase<T>(url: Secret, work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(ReadingDatabase, url, work);
}

/** A database to write to, on one connection. Closed when `work` ends. */
export function writeDatabase<T>(url: Secret, work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(Database, url, work);
}

async function withDatabase<T>(
  Kind: typeof Database,
  url: Secret,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const source = createDataSource(url.reveal(), { max: 1, connectionTimeoutMillis: 10_000 });
  try {
    return await work(new Kind(source));
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}
