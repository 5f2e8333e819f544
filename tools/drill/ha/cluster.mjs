import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { giveTo, postgresAccount } from '../../../scripts/lib/postgres/account.mjs';
import { startProgram } from '../../demo/program.mjs';
import { createDatabase, death } from '../../demo/steps.mjs';
import { newNode } from './node.mjs';
import { findHaPrograms } from './programs.mjs';

const HOST = '127.0.0.1';
const PATIENCE_MS = 120_000;
const RUN = fileURLToPath(new URL('under-account.mjs', import.meta.url));

/**
 * Two Patroni nodes behind haproxy, with etcd. Its address stays when the leader changes.
 * @param {{ dir: string, synchronous: boolean }} options `dir` below a folder that Postgres' account can enter
 * @param {(name: string) => string} logFile
 * @param {AbortSignal} signal
 * @returns {Promise<{ ready(): Promise<import('../crashing-postgres.mjs').CrashingPostgres>, stop(): Promise<void> }>}
 */
export async function startHaCluster({ dir, synchronous }, logFile, signal) {
  const found = findHaPrograms();
  if ('missing' in found) throw new Error(`not installed: ${found.missing.join(', ')}`);
  const { programs } = found;
  mkdirSync(dir);
  chmodSync(dir, 0o755);
  const run = (/** @type {string} */ file, /** @type {string[]} */ args, /** @type {string} */ name) =>
    startProgram({
      name,
      file: RUN,
      args: [file, ...args],
      cwd: dir,
      log: logFile(name),
      verbose: false,
      env: { ...process.env, ...programs.env, HOME: dir, LC_ALL: 'C.UTF-8' },
    });
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const etcd = startEtcd(dir, etcdPort, peerPort, (args) => run(programs.etcd, args, 'etcd'));
  const password = randomBytes(24).toString('base64url');
  const nodes = await Promise.all(
    ['a', 'b'].map((name) =>
      newNode({
        name,
        dir,
        password,
        synchronous,
        postgresBin: programs.postgresBin,
        etcd: `${HOST}:${etcdPort}`,
        run: (args, life) => run(programs.python, [programs.patroni, ...args], life),
      }),
    ),
  );
  for (const node of nodes) node.start();
  const haproxyConfig = join(dir, 'haproxy.cfg');
  writeFileSync(haproxyConfig, haproxyFor(port, nodes));
  const haproxy = run(programs.haproxy, ['-db', '-f', haproxyConfig], 'haproxy');

  /** @param {string} what @param {(members: any[]) => Promise<boolean> | boolean} isSo */
  const until = async (what, isSo) => {
    for (const end = performance.now() + PATIENCE_MS; !(await isSo(await membersOf(nodes)));) {
      if (performance.now() > end) throw new Error(`${what} for ${PATIENCE_MS / 1000} s; see the logs of Patroni`);
      await sleep(200, undefined, { signal });
    }
  };
  const follower = synchronous ? 'sync_standby' : 'replica';
  /** A standby that a failover may choose. @param {any[]} members */
  const isComplete = (members) =>
    members.some(({ role }) => role === 'leader') &&
    members.some(({ role, state, lag }) => role === follower && /running|streaming/.test(state) && lag < 1e6);
  const complete = () => until('there is no leader with a standby', isComplete);
  /** @type {import('./node.mjs').HaNode | undefined} */
  let killed;
  const leader = async () => {
    const name = (await membersOf(nodes)).find(({ role }) => role === 'leader')?.name;
    const node = nodes.find((each) => each.name === name);
    if (!node) throw new Error('Patroni has no leader');
    return node;
  };
  const crash = async () => {
    killed = await leader();
    await killed.kill();
  };
  const promote = async () => {
    const old = killed;
    await until('the standby was not promoted', (members) =>
      members.some(({ name, role }) => role === 'leader' && name !== old?.name),
    );
    old?.reconnect();
    old?.start();
    await complete();
  };
  /** The standby has all until now, and nothing afterwards. */
  const detach = async () => {
    const node = await leader();
    const client = new pg.Client({ connectionString: urlOf(node.port, password) });
    await client.connect();
    const { rows } = await client.query('SELECT pg_current_wal_lsn() AS lsn');
    const replayed = `SELECT FROM pg_stat_replication WHERE state = 'streaming' AND replay_lsn >= $1`;
    await until('the standby does not follow', async () => {
      return (await client.query(replayed, [rows[0].lsn])).rowCount === 1;
    });
    node.isolate();
    await client.end();
  };
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await Promise.all([haproxy.stop(3000), etcd.stop(3000)]);
  };
  return {
    async ready() {
      await Promise.race([complete(), death(etcd), death(haproxy)]);
      const url = await createDatabase(urlOf(port, password));
      return { url, stop, detach, crash, promote };
    },
    stop,
  };
}

/** @param {number} port @param {string} password */
const urlOf = (port, password) => `postgres://postgres:${password}@${HOST}:${port}/postgres`;

/** @param {string} dir @param {number} port @param {number} peerPort @param {(args: string[]) => import('../../demo/program.mjs').Program} run */
function startEtcd(dir, port, peerPort, run) {
  const data = join(dir, 'etcd');
  mkdirSync(data, { mode: 0o700 });
  giveTo(data, postgresAccount());
  const [client, peer] = [`http://${HOST}:${port}`, `http://${HOST}:${peerPort}`];
  const urls = ['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer];
  const cluster = ['--initial-advertise-peer-urls', peer, '--initial-cluster', `drill=${peer}`];
  return run(['--name', 'drill', '--data-dir', data, ...urls, ...cluster]);
}

/** @param {number} port @param {readonly import('./node.mjs').HaNode[]} nodes */
function haproxyFor(port, nodes) {
  const servers = nodes.map((node) => `  server ${node.name} ${HOST}:${node.port} check port ${node.restPort}\n`);
  return `defaults
  mode tcp
  timeout connect 4s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen postgres
  bind ${HOST}:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('')}`;
}

/**
 * The cluster as the first Patroni that answers knows it.
 * @param {readonly import('./node.mjs').HaNode[]} nodes
 * @returns {Promise<any[]>}
 */
async function membersOf(nodes) {
  for (const { restPort } of nodes) {
    try {
      const options = { signal: AbortSignal.timeout(5000), headers: { connection: 'close' } };
      const response = await fetch(`http://${HOST}:${restPort}/cluster`, options);
      return /** @type {any} */ (await response.json()).members ?? [];
    } catch {
      // It starts, or was killed.
    }
  }
  return [];
}
