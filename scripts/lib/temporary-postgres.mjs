import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './embedded-postgres.mjs';
import { guardPostgres } from './postgres/guard.mjs';

// Nothing here outlives the run, so nothing needs to survive a power cut.
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];

/**
 * A Postgres for one run of the tests, on a free port. It goes away with its data when `release` is called, and when
 * this process ends in any other way.
 * @returns {Promise<{ url: string, release(): Promise<void> }>}
 */
export async function startTemporaryPostgres() {
  const dir = mkdtempSync(join(tmpdir(), 'ramp-checkout-test-'));
  const guard = guardPostgres(dir, 'remove');
  try {
    const { url } = await startPostgres({ dir, flags: FAST });
    return { url, release: guard.release };
  } catch (error) {
    await guard.release();
    throw error;
  }
}
