import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The Postgres of a test run. */
export interface TestServer {
  /** Of a user who can create databases. */
  adminUrl: string;
  /** Prefix of this run's databases. */
  prefix: string;
  /** A migrated database without connections. */
  template: string;
  /** A role with the service's rights in the template and its clones. */
  serviceRole: { readonly name: string; readonly password: string };
}

const TEST_NAME = /^t_[0-9a-f]{12}_[0-9a-z]+$/;
const BEING_ACCESSED = '55006';
const ATTEMPTS = 20;

/** @throws for names that these helpers did not make: the server may hold other databases */
function testName(name: string): string {
  if (!TEST_NAME.test(name)) throw new Error(`"${name}" is not the name of a test database: hands off`);
  return pg.escapeIdentifier(name);
}

export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<void> {
  // A file copy includes caches of the first connection: half the work of a copy through the log.
  const from = template === undefined ? '' : ` TEMPLATE ${testName(template)} STRATEGY file_copy`;
  await onServer(adminUrl, async (admin) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await admin.query(`CREATE DATABASE ${testName(name)}${from}`);
        return;
      } catch (error) {
        // Autovacuum connects to the template at times.
        if (!(error instanceof pg.DatabaseError) || error.code !== BEING_ACCESSED || attempt === ATTEMPTS) throw error;
        await sleep(100);
      }
    }
  });
}

export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await onServer(adminUrl, (admin) => admin.query(`DROP DATABASE IF EXISTS ${testName(name)} WITH (FORCE)`));
}

export async function onServer<T>(adminUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** Another database of the same server. */
export function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
