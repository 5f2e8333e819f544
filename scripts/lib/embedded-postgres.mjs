import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './ports.mjs';
import { initialise, openCluster, SUPERUSER } from './postgres/cluster.mjs';
import { findPostmaster } from './postgres/postmaster.mjs';

const START_PATIENCE_S = 60;
const LOOPBACK = '127.0.0.1';
// A socket's path is limited to 107 characters, and a checkout's is often longer.
const NO_SOCKET_FILE = process.platform === 'win32' ? [] : [`unix_socket_directories=''`];

/**
 * @typedef {object} EmbeddedPostgres
 * @property {string} url of the superuser's database, with the password
 * @property {number} port
 * @property {string} home the folder with data, password and log
 * @property {string} log
 * @property {boolean} adopted it was running, left by a killed parent
 * @property {() => boolean} isRunning
 * @property {(patienceS?: number) => Promise<void>} stop
 */

/**
 * Starts a private Postgres on the loopback interface, or adopts the one that runs on the folder.
 * @param {object} options
 * @param {string} options.dir of its data; created if missing
 * @param {number} [options.port] 0: a free one; an adopted server keeps its port
 * @param {string[]} [options.flags] settings such as `fsync=off`
 * @param {AbortSignal} [options.signal] cancels the start
 * @returns {Promise<EmbeddedPostgres>}
 * @throws {import('./postgres/binaries.mjs').NoBinariesError} on a platform without binaries
 */
export async function startPostgres({ dir, port = 0, flags = [], signal }) {
  const cluster = openCluster(dir);
  await initialise(cluster, signal);
  const left = await settled(cluster, signal);
  const listening = left?.port ?? (await launch(cluster, port, flags, signal));
  const password = fs.readFileSync(cluster.passwordFile, 'utf8');
  const url = `postgres://${SUPERUSER}:${password}@${LOOPBACK}:${listening}/postgres`;
  await answers(url);
  return {
    url,
    port: listening,
    home: cluster.home,
    log: cluster.log,
    adopted: left !== undefined,
    isRunning: () => findPostmaster(cluster.data) !== undefined,
    stop: (patienceS) => stop(cluster, patienceS),
  };
}

/**
 * Stops the Postgres of a folder, if one runs.
 * @param {string} dir as passed to `startPostgres`
 */
export async function stopPostgres(dir) {
  await stop(openCluster(dir));
}

/**
 * Stops the Postgres of a folder, if one runs, and deletes its data.
 * @param {string} dir as passed to `startPostgres`
 */
export async function removePostgres(dir) {
  const cluster = openCluster(dir);
  await stop(cluster);
  // Two folders if the data is elsewhere.
  for (const folder of [cluster.home, dir]) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * @param {import('./postgres/cluster.mjs').Cluster} cluster
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('./postgres/postmaster.mjs').Postmaster | undefined>} the running server once it is
 *   ready; waits for one that is starting or stopping
 */
async function settled(cluster, signal) {
  const until = performance.now() + START_PATIENCE_S * 1000;
  while (performance.now() < until) {
    const found = findPostmaster(cluster.data);
    if (!found || found.status === 'ready') return found;
    await sleep(100, undefined, { signal });
  }
  throw new Error(`a Postgres runs on ${cluster.data} but does not become ready; see ${cluster.log}`);
}

/**
 * @param {import('./postgres/cluster.mjs').Cluster} cluster
 * @param {number} wantedPort
 * @param {string[]} flags
 * @param {AbortSignal} [signal]
 * @returns {Promise<number>} the port
 */
async function launch(cluster, wantedPort, flags, signal) {
  // Another process may take the free port before Postgres starts: then try another.
  for (let attempts = wantedPort === 0 ? 5 : 1; ; attempts -= 1) {
    const port = wantedPort || (await freePort());
    const settings = [`listen_addresses=${LOOPBACK}`, `port=${port}`, ...NO_SOCKET_FILE, ...flags];
    fs.rmSync(cluster.log, { force: true });
    const started = ['start', '-w', '-t', String(START_PATIENCE_S), '-D', cluster.data, '-l', cluster.log];
    const options = settings.map((setting) => `-c ${setting}`).join(' ');
    const { code, output } = await cluster.run('pg_ctl', [...started, '-o', options], signal);
    if (code === 0 && !signal?.aborted) return port;
    if (signal?.aborted) await stop(cluster);
    signal?.throwIfAborted();
    const log = fs.existsSync(cluster.log) ? fs.readFileSync(cluster.log, 'utf8').slice(-2000) : '';
    if (attempts === 1 || !log.includes('could not bind')) throw new Error(`Postgres did not start:\n${output}${log}`);
  }
}

/** @param {string} url */
async function answers(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: START_PATIENCE_S * 1000 });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
  }
}

/**
 * @param {import('./postgres/cluster.mjs').Cluster} cluster
 * @param {number} [patienceS] for a fast stop; then an immediate one, from which Postgres recovers
 */
async function stop(cluster, patienceS = 10) {
  if (!findPostmaster(cluster.data)) return;
  const stopping = ['stop', '-w', '-D', cluster.data];
  const { code } = await cluster.run('pg_ctl', [...stopping, '-m', 'fast', '-t', String(patienceS)]);
  if (code === 0 || !findPostmaster(cluster.data)) return;
  const { output } = await cluster.run('pg_ctl', [...stopping, '-m', 'immediate', '-t', '5']);
  if (findPostmaster(cluster.data)) throw new Error(`Postgres did not stop:\n${output}`);
}
