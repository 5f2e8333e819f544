import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startTemporaryPostgres } from '#scripts/lib/temporary-postgres.mjs';
import { createDatabase, dropDatabase, onServer, urlOf } from './test-server.js';
import type { TestServer } from './test-server.js';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

interface Prepared {
  server: TestServer;
  end: () => Promise<void>;
}

interface Shared {
  users: number;
  ready: Promise<Prepared>;
}

// Vitest runs this file once per project, in one process but as separate modules, so shared state is kept on the process.
const SHARED = Symbol.for('ramp-checkout.test-postgres');
const process_ = globalThis as { [SHARED]?: Shared | undefined };

/** One Postgres with one migrated template for the whole run, shared by all projects. */
export default async function globalPostgres(project: TestProject): Promise<() => Promise<void>> {
  const shared = (process_[SHARED] ??= { users: 0, ready: prepare() });
  shared.users += 1;
  const { server, end } = await shared.ready;
  project.provide('testServer', server);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    process_[SHARED] = undefined;
    await end();
  };
}

async function prepare(): Promise<Prepared> {
  const given = process.env['TEST_DATABASE_ADMIN_URL'];
  const postgres = given ? { url: given, release: () => Promise.resolve() } : await startTemporaryPostgres();
  // Unique per run, so that two runs can share a server.
  const prefix = `t_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const serviceRole = { name: `${prefix}_service`, password: randomUUID() };
  const server: TestServer = { adminUrl: postgres.url, prefix, template: `${prefix}_template`, serviceRole };
  const end = async () => {
    if (given) await dropAll(server);
    await postgres.release();
  };
  try {
    await makeTemplate(server);
  } catch (error) {
    await end();
    throw error;
  }
  return { server, end };
}

async function makeTemplate({ adminUrl, template, serviceRole }: TestServer): Promise<void> {
  await createDatabase(adminUrl, template);
  const [name, password] = [pg.escapeIdentifier(serviceRole.name), pg.escapeLiteral(serviceRole.password)];
  await onServer(adminUrl, (admin) => admin.query(`CREATE ROLE ${name} LOGIN PASSWORD ${password}`));
  // Imported late, so that an error in the migrations fails the run with its own message.
  const { migrateDatabase } = await import('#src/cli/migrate/migrate-database.js');
  await migrateDatabase(urlOf(adminUrl, template), () => undefined, serviceRole.name);
  // A database with connections cannot be cloned.
  await onServer(adminUrl, (admin) =>
    admin.query(`ALTER DATABASE ${pg.escapeIdentifier(template)} ALLOW_CONNECTIONS false`),
  );
}

/** On a shared server, also drops what failed tests left behind. */
async function dropAll({ adminUrl, prefix, serviceRole }: TestServer): Promise<void> {
  const names = await onServer(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [`${prefix}_`],
    );
    return rows.map((row) => row.datname);
  });
  for (const name of names) await dropDatabase(adminUrl, name);
  await onServer(adminUrl, (admin) => admin.query(`DROP ROLE IF EXISTS ${pg.escapeIdentifier(serviceRole.name)}`));
}
