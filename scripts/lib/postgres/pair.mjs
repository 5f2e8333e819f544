import fs from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../embedded-postgres.mjs';
import { giveTo, postgresAccount } from './account.mjs';
import { openAddress } from './address.mjs';
import { openCluster } from './cluster.mjs';

const PATIENCE_MS = 30_000;
/** Files that each server creates for itself; the write-ahead log comes by streaming. */
const OWN =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_subtrans)\/.+)$/;

/**
 * A primary with an asynchronous streaming standby behind one stable address.
 * @typedef {object} PostgresPair
 * @property {string} url of the superuser's database, at the stable address
 * @property {string} standbyUrl of the standby's database
 * @property {() => Promise<void>} detach stops replication, so that a promotion loses later commits
 * @property {() => Promise<void>} stopStandby
 * @property {() => Promise<void>} failOver crashes the primary and promotes the standby at the same address
 * @property {() => Promise<void>} stop
 */

/**
 * @param {object} options
 * @param {string} options.dir for the data of both
 * @param {string[]} [options.flags] settings such as `fsync=off`
 * @returns {Promise<PostgresPair>}
 */
export async function startPostgresPair({ dir, flags = [] }) {
  const [primaryDir, standbyDir] = [join(dir, 'primary'), join(dir, 'standby')];
  const primary = await startPostgres({ dir: primaryDir, flags: [...flags, 'wal_keep_size=256MB'] });
  const standby = await startStandby(primary, primaryDir, standbyDir, { flags });
  const address = await openAddress(primary.port);
  const url = Object.assign(new URL(primary.url), { port: address.port }).href;
  return {
    url,
    standbyUrl: standby.url,
    detach: standby.detach,
    stopStandby: () => standby.stop(),
    async failOver() {
      address.lead(undefined);
      await openCluster(primaryDir).run('pg_ctl', ['stop', '-D', join(primary.home, 'data'), '-m', 'immediate']);
      await standby.promote();
      address.lead(standby.port);
    },
    async stop() {
      address.close();
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

/**
 * Starts an asynchronous standby of a running server.
 * @param {import('../embedded-postgres.mjs').EmbeddedPostgres} primary
 * @param {string} primaryDir as passed to `startPostgres`
 * @param {string} standbyDir
 * @param {{ flags?: string[], port?: number, signal?: AbortSignal }} [options] of the standby
 */
export async function startStandby(primary, primaryDir, standbyDir, options = {}) {
  await copyPrimary(primary, primaryDir, standbyDir);
  const standby = await startPostgres({ dir: standbyDir, ...options });
  return {
    ...standby,
    /** Stops replication, so that a promotion loses later commits. */
    async detach() {
      await statements(standby.url, [`ALTER SYSTEM SET primary_conninfo = ''`, 'SELECT pg_reload_conf()']);
      await until(standby.url, 'SELECT NOT EXISTS (SELECT 1 FROM pg_stat_wal_receiver) AS done');
    },
    promote: () => statements(standby.url, ['SELECT pg_promote(true)']),
  };
}

/**
 * Copies a running server as pg_basebackup does, which the embedded package lacks.
 * @param {import('../embedded-postgres.mjs').EmbeddedPostgres} primary
 * @param {string} primaryDir
 * @param {string} standbyDir
 */
async function copyPrimary(primary, primaryDir, standbyDir) {
  const [from, to] = [openCluster(primaryDir), openCluster(standbyDir)];
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    fs.cpSync(from.data, to.data, {
      recursive: true,
      filter: (source) => !OWN.test(relative(from.data, source).replaceAll('\\', '/')),
    });
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    fs.writeFileSync(join(to.data, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  fs.copyFileSync(from.passwordFile, to.passwordFile);
  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  fs.appendFileSync(join(to.data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  fs.writeFileSync(join(to.data, 'standby.signal'), '');
  for (const path of [to.passwordFile, to.data, ...filesUnder(to.data)]) giveTo(path, postgresAccount());
}

/** @param {string} folder @returns {string[]} */
function filesUnder(folder) {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

/** @param {string} url @param {string[]} texts */
async function statements(url, texts) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const rows = [];
    for (const text of texts) rows.push(...(await client.query(text)).rows);
    return rows;
  } finally {
    await client.end();
  }
}

/** @param {string} url @param {string} text of one row whose `done` becomes true */
async function until(url, text) {
  for (const end = performance.now() + PATIENCE_MS; !(await statements(url, [text]))[0]?.done;) {
    if (performance.now() > end) throw new Error(`did not become true: ${text}`);
    await sleep(50);
  }
}
