import { ENCODING, MAKE_UTF8, notUtf8 } from '../../platform/database/session.js';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../data-source.js';
import {
  CHANGED_MIGRATION,
  MIGRATIONS_TABLE,
  migrationDigest,
  migrationState,
  nameOf,
  type BreakingMigration,
} from '../../platform/database/migration-state.js';
import { grantMigrationsRead, grantStatements } from './grants.js';

/** Returns the names of the migrations that ran. Throws if a migration changed after it ran. */
export function migrateDatabase(url: string, onWait: () => void, serviceRole: string | null = null): Promise<string[]> {
  return whileAloneMigrating(url, onWait, async () => {
    // No time limit: building an index may take long.
    const unlimited = { statement_timeout: 0, query_timeout: 0 };
    const source = createDataSource(url, { max: 1, connectionTimeoutMillis: 10_000, ...unlimited });
    await source.initialize();
    try {
      return await migrateSource(source, serviceRole);
    } finally {
      await source.destroy();
    }
  });
}

/** For a database that no other process migrates. */
export async function migrateSource(source: DataSource, serviceRole: string | null): Promise<string[]> {
  const [database] = await source.query<{ encoding: string }[]>(ENCODING);
  if (database?.encoding !== 'UTF8') throw new Error(`${notUtf8(String(database?.encoding))}. ${MAKE_UTF8}.`);
  await source.transaction(async (manager) => {
    for (const statement of MIGRATIONS_TABLE) await manager.query(statement);
    if (serviceRole !== null) await manager.query(grantMigrationsRead(serviceRole));
  });
  const { state, name } = await migrationState(source.migrations, (sql) => source.query(sql));
  if (state === 'changed') throw new Error(`${name}. ${CHANGED_MIGRATION}`);
  const done = await source.runMigrations();
  // In one transaction, so that a running service never lacks a right.
  const grants = serviceRole === null ? [] : grantStatements(serviceRole);
  await source.transaction(async (manager) => {
    for (const grant of grants) await manager.query(grant);
  });
  // Last: services that wait for the migrations go on once all have digests.
  for (const migration of source.migrations) {
    const { breaking = false }: BreakingMigration = migration;
    const written = [nameOf(migration), await migrationDigest(migration), breaking];
    await source.query('UPDATE migrations SET digest = $2, breaking = $3 WHERE name = $1 AND digest IS NULL', written);
  }
  return done.map(({ name }) => name);
}

/** The key of a Postgres advisory lock; the number is arbitrary. */
const LOCK = 7_216_352;
const LOOK_AGAIN_MS = 250;

/**
 * The lock belongs to a transaction on a connection of its own: behind a pooler a session's lock would stay on a shared
 * connection. A concurrent index build waits for every snapshot, so the lock is polled, at READ COMMITTED, with a
 * statement without parameters (which leaves no portal with a snapshot).
 */
export async function whileAloneMigrating<T>(url: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ramp-checkout-migrate',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A broken connection releases the lock, and usually breaks the work's own connection too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (let attempt = 1; !(await isTaken(client)); attempt++) {
      if (attempt === 1) onWait();
      await sleep(LOOK_AGAIN_MS);
    }
    return await work();
  } finally {
    await client.end();
  }
}

async function isTaken(client: pg.Client): Promise<boolean> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken`);
  const taken = rows[0]?.taken === true;
  if (!taken) await client.query('ROLLBACK');
  return taken;
}
