import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { guardPostgres } from '#scripts/lib/postgres/guard.mjs';
import { startPostgresPair } from '#scripts/lib/postgres/pair.mjs';
import { until } from './service.js';

/** A primary and its standby, with a database for the service; see `startPostgresPair`. */
export interface DatabasePair {
  readonly url: string;
  /** The same database on the standby. */
  readonly standbyUrl: string;
  /** Waits until the standby has all that the primary has now. */
  caughtUp(): Promise<void>;
  /** Stops replication, so that a promotion loses later commits. */
  detach(): Promise<void>;
  stopStandby(): Promise<void>;
  failOver(): Promise<void>;
  release(): Promise<void>;
}

/** `name`: of the empty database, which both have. */
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
    const caughtUp = async (): Promise<void> => {
      const lsn = await valueOf(pair.url, 'SELECT pg_current_wal_flush_lsn()::text AS value');
      const hasIt = `SELECT pg_last_wal_replay_lsn() >= '${String(lsn)}' AS value`;
      await until('the standby has it', async () => (await valueOf(pair.standbyUrl, hasIt)) === true);
    };
    await caughtUp();
    const { detach, stopStandby, failOver } = pair;
    return { url, standbyUrl, caughtUp, detach, stopStandby, failOver, release: () => pair.stop().then(release) };
  } catch (error) {
    await release();
    throw error;
  }
}

async function valueOf(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(statement)).rows[0]?.value;
  } finally {
    await client.end();
  }
}
