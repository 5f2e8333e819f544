import { parseArgs } from 'node:util';
import { readMigrateSettings } from '../../platform/config/environment.js';
import { SettingsError } from '../../platform/config/reader.js';
import { grantStatements } from './grants.js';
import { migrateDatabase } from './migrate-database.js';

const HELP = `Runs the pending migrations; a repeat does no harm.

  npm run migrate
  npm run migrate -- --grants <role>

  --grants <role>  prints the grants for the service's role, and changes nothing
  --help           this

Needs DATABASE_URL. With DATABASE_MIGRATE_URL it migrates as that role, which then owns the tables, and grants the role of
DATABASE_URL exactly the rights that the service needs.
`;

async function migrate(): Promise<void> {
  const { databaseUrl, serviceRole } = readMigrateSettings(process.env);
  const onWait = (): void => {
    process.stdout.write('Another migration is running: this one waits for its end.\n');
  };
  const done = await migrateDatabase(databaseUrl.reveal(), onWait, serviceRole);
  const names = done.map((name) => `  ${name}\n`).join('');
  process.stdout.write(done.length === 0 ? 'The database is up to date.\n' : `Migrated:\n${names}`);
  if (serviceRole !== null) process.stdout.write(`Granted the rights of the service to ${serviceRole}.\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { grants: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) process.stdout.write(HELP);
  else if (values.grants !== undefined) process.stdout.write(`${grantStatements(values.grants).join(';\n')};\n`);
  else await migrate();
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(error instanceof SettingsError ? `${text}\n` : `The database could not be migrated: ${text}\n`);
  process.exitCode = 1;
});
