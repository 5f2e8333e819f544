import type { Database } from '../../../../src/platform/database/database.js';
import { failed, notRun, passed } from '../finding.js';
import type { Finding } from '../finding.js';

/** Has the database everything that this code needs? */
export async function checkMigrations(database: Database): Promise<Finding> {
  try {
    return (await database.pendingMigrations())
      ? failed('this code needs migrations that the database has not run', 'Run: npm run migrate')
      : passed('all are there');
  } catch {
    return notRun('the database cannot be asked');
  }
}
