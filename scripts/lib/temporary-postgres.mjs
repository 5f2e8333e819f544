import { mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './embedded-postgres.mjs';
import { guardPostgres } from './postgres/guard.mjs';

// Nothing here outlives the run, so nothing needs to survive a power cut.
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];

/** Linux keeps in memory what lies here. */
const IN_MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/** Where data goes. Each clone of a database makes hundreds of files, at which a disk's file system spends a core's time. */
function place() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) < ROOM ? tmpdir() : IN_MEMORY;
  } catch {
    return tmpdir();
  }
}

/**
 * A Postgres for one run of the tests, on a free port. It goes away with its data when `release` is called, and when
 * this process ends in any other way.
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
