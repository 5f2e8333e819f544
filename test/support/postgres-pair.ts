import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { guardPostgres } from '#scripts/lib/postgres/guard.mjs';
import { startPostgresPair } from '#scripts/lib/postgres/pair.mjs';

/** A primary and its standby, with a database for the service; see `startPostgresPair`. */
export interface DatabasePair {
  readonly url: string;
  /** The same database on the standby. */
  readonly standbyUrl: string;
  stopStandby(): Promise<void>;
  failOver(): Promise<void>;
  release(): Promise<void>;
}

/** `name`: of the empty database. */
export async function startDatabasePair(name: string): Promise<DatabasePair> {
  const dir = mkdtempSync(join(tmpdir(), 'ramp-checkout-pair-'));
  const guards = ['primary', 'standby'].map((one) => guardPostgres(join(dir, one), 'remove'));
  const release = async (): Promise<void> => {
    await Promise.all(guards.map((guard) => guard.release()));
  };
  try {
    const pair = await startPostgresPair({ dir, flags: ['fsync=off', 'full_page_writes=off'] });
    const admin = new pg.Client({ connectionString: pair.url });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    await admin.end();
    const [url = '', standbyUrl = ''] = [pair.url, pair.standbyUrl].map(
      (address) => Object.assign(new URL(address), { pathname: `/${name}` }).href,
    );
    const { stopStandby, failOver } = pair;
    return { url, standbyUrl, stopStandby, failOver, release: () => pair.stop().then(release) };
  } catch (error) {
    await release();
    throw error;
  }
}
