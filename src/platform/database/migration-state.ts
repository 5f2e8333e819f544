import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sqlState } from './database-errors.js';

/** `pending`: one has yet to be run. `changed`: one is another today than when it was run, or is breaking and not known. */
export type MigrationState = 'applied' | 'pending' | 'changed';

export const CHANGED_MIGRATION =
  'This release has another one of that name, or none and cannot do with it. Run the release that migrated the database. One for development that ' +
  'holds nothing of worth: drop it, create it again, and run migrate (the demo: --fresh).';

/** TypeORM's own table, with a digest of what each migration did. `breaking`: a release that does not know it stops. */
export const MIGRATIONS_TABLE = [
  `CREATE TABLE IF NOT EXISTS migrations
     (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name varchar NOT NULL, digest text)`,
  'ALTER TABLE migrations ADD COLUMN IF NOT EXISTS breaking boolean NOT NULL DEFAULT false',
];

export interface BreakingMigration extends MigrationInterface {
  readonly breaking?: boolean;
}

/** The column is missing until migrate has run. */
const APPLIED = `SELECT name, digest, coalesce((to_jsonb(m) ->> 'breaking')::boolean, false) AS breaking FROM migrations m`;

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_COLUMN = '42703';

/** Digests the statements that it runs, since its text may be compiled in many ways. */
export async function migrationDigest(migration: MigrationInterface): Promise<string> {
  const hash = createHash('sha256');
  const recorder = { query: (sql: string) => Promise.resolve([hash.update(sql).update('\0')].slice(1)) };
  await migration.up(recorder as unknown as QueryRunner);
  return hash.digest('hex');
}

export const nameOf = (migration: MigrationInterface): string => migration.name ?? migration.constructor.name;

/**
 * Compares the database with the migrations of this code; `name`: the migration that differs. The database may have
 * further ones that are not breaking.
 */
export async function migrationState(
  migrations: readonly MigrationInterface[],
  query: (sql: string) => Promise<readonly { name: string; digest: string | null; breaking: boolean }[]>,
): Promise<{ readonly state: MigrationState; readonly name: string | null }> {
  const applied = await query(APPLIED).catch((error: unknown) => {
    // A database from before digests were kept.
    if (sqlState(error) === UNDEFINED_COLUMN) return null;
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  });
  const known = migrations.map(nameOf);
  const unknown = applied?.find(({ name, breaking }) => breaking && !known.includes(name));
  if (unknown !== undefined) return { state: 'changed', name: unknown.name };
  const digests = new Map(applied?.map(({ name, digest }) => [name, digest]));
  let pending: string | null = null;
  for (const migration of migrations) {
    const name = nameOf(migration);
    const digest = digests.get(name);
    const isChanged = applied === null || (typeof digest === 'string' && digest !== (await migrationDigest(migration)));
    if (isChanged) return { state: 'changed', name };
    // Without a digest its grants may be missing: the run has not ended, or was interrupted.
    if (typeof digest !== 'string') pending ??= name;
  }
  return { state: pending === null ? 'applied' : 'pending', name: pending };
}
