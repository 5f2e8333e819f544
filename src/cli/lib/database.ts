import { createDataSource } from '../../data-source.js';
import { Database } from '../../platform/database/database.js';
import type { Secret } from '../../platform/callers/secret.js';

/** A report over years takes longer than any statement of the service. */
const PATIENCE_MS = 600_000;

/**
 * Read-only per transaction, not per connection: behind a pooler a setting of the connection would leak to the service.
 */
class ReadingDatabase extends Database {
  override query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.readPatiently<Row>(sql, parameters, PATIENCE_MS);
  }
}

/** A read-only database, enforced by Postgres. Closed when `work` ends. */
export function readDatabase<T>(url: Secret, work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(ReadingDatabase, url, work);
}

/** A writable database on one connection. Closed when `work` ends. */
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
