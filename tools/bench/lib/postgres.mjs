import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../../scripts/lib/embedded-postgres.mjs';
import { guardPostgres } from '../../../scripts/lib/postgres/guard.mjs';

/** Commits are durable, as by default. No checkpoint and no vacuum falls into the window of one subject only. */
const SETTINGS = ['checkpoint_timeout=1d', 'max_wal_size=8GB', 'autovacuum=off'];

/**
 * @typedef {object} Postgres
 * @property {pg.Client} admin
 * @property {(database: string) => string} urlOf
 * @property {number} postmaster its process
 */

/** Runs a Postgres in a temporary folder. @template T @param {(postgres: Postgres) => Promise<T>} look @returns {Promise<T>} */
export async function withPostgres(look) {
  const dir = mkdtempSync(join(tmpdir(), 'ramp-checkout-bench-'));
  const guard = guardPostgres(dir, 'remove');
  try {
    const { url } = await startPostgres({ dir, flags: SETTINGS });
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const { rows } = await admin.query(`SELECT pg_read_file('postmaster.pid') AS file`);
    const urlOf = (/** @type {string} */ database) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
    return await look({ admin, urlOf, postmaster: Number(rows[0].file.split('\n')[0]) }).finally(() => admin.end());
  } finally {
    await guard.release();
    rmSync(dir, { recursive: true, force: true });
  }
}
