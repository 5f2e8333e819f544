import type { Database } from '../../../../src/platform/database/database.js';
import { CHANGED_MIGRATION } from '../../../../src/platform/database/migration-state.js';
import { failed, notRun, passed } from '../finding.js';
import type { Finding } from '../finding.js';

export async function checkMigrations(database: Database): Promise<Finding> {
  try {
    const state = await database.migrations();
    if (state === 'changed') return failed('the database was migrated by other code', CHANGED_MIGRATION);
    return state === 'pending'
      ? failed('this code needs migrations that the database has not run', 'Run: npm run migrate')
      : passed('all are there');
  } catch {
    return notRun('the database cannot be asked');
  }
}
