import { readDatabaseUrl } from '../../platform/config/environment.js';
import { SettingsError } from '../../platform/config/reader.js';
import { migrateDatabase } from './migrate-database.js';

/** `npm run migrate`: brings the database of `DATABASE_URL` up to what this code needs; running it twice does no harm. */
async function migrate(): Promise<void> {
  const done = await migrateDatabase(readDatabaseUrl(process.env).reveal(), () => {
    process.stdout.write('Another migration is running: this one waits for its end.\n');
  });
  const names = done.map((name) => `  ${name}\n`).join('');
  process.stdout.write(done.length === 0 ? 'The database is up to date.\n' : `Migrated:\n${names}`);
}

try {
  await migrate();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(error instanceof SettingsError ? `${text}\n` : `The database could not be migrated: ${text}\n`);
  process.exitCode = 1;
}
