import { mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './embedded-postgres.mjs';
import { guardPostgres } from './postgres/guard.mjs';

// The data is deleted after the run, so durability is off.
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];

/** A file system in memory on Linux. */
const IN_MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/** Place of the data. Each clone of a database creates hundreds of files, which on disk takes a core's time. */
function place() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) < ROOM ? tmpdir() : IN_MEMORY;
  } catch {
    return tmpdir();
  }
}

/**
 * A Postgres for one test run on a free port. It is removed with its data by `release`, or at any other end of this
 * process.
 * @returns {Promise<{ url: string, release(): Promise<void> }>}
 */
export async function startTemporaryPostgres() {
  const dir = mkdtempSync(join(place(), 'ramp-checkout-test-'));
  const guard = guardPostgres(dir, 'remove');
  try {
    const { url } = await startPostgres({ dir, flags: FAST });
    return { url, release: guard.release };
  } catch (error) {
    await guard.release();
    throw error;
  }
}
