import { createDataSource } from '../../data-source.js';
import {
  CHANGED_MIGRATION,
  MIGRATIONS_TABLE,
  migrationDigest,
  migrationState,
  nameOf,
} from '../../platform/database/migration-state.js';
import { grantStatements } from './grants.js';
import { whileAloneMigrating } from './migration-lock.js';

/**
 * Migrates the database at `url`, grants the service's rights to `serviceRole`, and returns the names of the migrations
 * that ran. Throws if a migration changed after it ran. Calls `onWait` when another migration has to finish first.
 */
export function migrateDatabase(url: string, onWait: () => void, serviceRole: string | null = null): Promise<string[]> {
  return whileAloneMigrating(url, onWait, async () => {
    // No time limit: building an index may take long.
    const unlimited = { statement_timeout: 0, query_timeout: 0 };
    const source = createDataSource(url, { max: 1, connectionTimeoutMillis: 10_000, ...unlimited });
    await source.initialize();
    try {
      await source.query(MIGRATIONS_TABLE);
      const { state, name } = await migrationState(source, (sql) => source.query(sql));
      if (state === 'changed') throw new Error(`${name}. ${CHANGED_MIGRATION}`);
      const done = await source.runMigrations();
      for (const migration of source.migrations) {
        const written = [nameOf(migration), await migrationDigest(migration)];
        await source.query('UPDATE migrations SET digest = $2 WHERE name = $1 AND digest IS NULL', written);
      }
      // In one transaction, so that a running service never lacks a right.
      const grants = serviceRole === null ? [] : grantStatements(serviceRole);
      await source.transaction(async (manager) => {
        for (const grant of grants) await manager.query(grant);
      });
      return done.map(({ name }) => name);
    } finally {
      await source.destroy();
    }
  });
}
