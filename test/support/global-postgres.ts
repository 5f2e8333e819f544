import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startTemporaryPostgres } from '../../scripts/lib/temporary-postgres.mjs';
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

// Vitest runs this file once per project, in one process and each time with a module of its own: what the projects
// share stands on the process.
const SHARED = Symbol.for('ramp-checkout.test-postgres');
const process_ = globalThis as { [SHARED]?: Shared | undefined };

/** One Postgres with one migrated template for the whole run, however many projects ask for it. */
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
  // The prefix is this run's own, so that two runs may share a server.
  const prefix = `t_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const server: TestServer = { adminUrl: postgres.url, prefix, template: `${prefix}_template` };
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

async function makeTemplate({ adminUrl, template }: TestServer): Promise<void> {
  await createDatabase(adminUrl, template);
  // Imported late: a mistake in the migrations then fails the run with its own message.
  const { createDataSource } = await import('../../src/data-source.js');
  const source = createDataSource(urlOf(adminUrl, template));
  await source.initialize();
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
  // A database that somebody is connected to cannot be cloned.
  await onServer(adminUrl, (admin) =>
    admin.query(`ALTER DATABASE ${pg.escapeIdentifier(template)} ALLOW_CONNECTIONS false`),
  );
}

/** On a server that is not ours, what failed tests left behind goes too. */
async function dropAll({ adminUrl, prefix }: TestServer): Promise<void> {
  const names = await onServer(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [`${prefix}_`],
    );
    return rows.map((row) => row.datname);
  });
  for (const name of names) await dropDatabase(adminUrl, name);
}
