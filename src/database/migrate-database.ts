import { createDataSource } from './data-source.js';
import { whileAloneMigrating } from './migration-lock.js';

/**
 * Brings the database at `url` up to what this code needs, and returns the names of the migrations that it ran. Calls
 * `onWait` where another migration has to end first.
 */
export function migrateDatabase(url: string, onWait: () => void): Promise<string[]> {
  return whileAloneMigrating(url, onWait, async () => {
    const source = createDataSource(url);
    source.setOptions({ extra: { max: 1, connectionTimeoutMillis: 10_000 } });
    await source.initialize();
    try {
      const done = await source.runMigrations();
      return done.map(({ name }) => name);
    } finally {
      await source.destroy();
    }
  });
}
