import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { giveTo, postgresAccount } from '../../../scripts/lib/postgres/account.mjs';
import { openAddress } from '../../../scripts/lib/postgres/address.mjs';
import { killAll, processesOf, untilAllGone } from '../server-processes.mjs';

const HOST = '127.0.0.1';
const STOP_MS = 20_000;

/**
 * A Patroni with its Postgres.
 * @typedef {object} HaNode
 * @property {string} name
 * @property {number} port of its Postgres
 * @property {number} restPort of its Patroni
 * @property {() => void} start
 * @property {() => Promise<void>} kill SIGKILL of Patroni and Postgres; settles when all processes are gone
 * @property {() => Promise<void>} stop
 * @property {() => void} isolate breaks replication from this node
 * @property {() => void} reconnect
 */

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.dir an existing folder that Postgres' account can enter
 * @param {string} options.postgresBin
 * @param {string} options.etcd host and port
 * @param {string} options.password of all accounts
 * @param {boolean} options.synchronous
 * @param {(args: string[], name: string) => import('../../demo/program.mjs').Program} options.run starts Patroni
 * @returns {Promise<HaNode>}
 */
export async function newNode({ name, dir, postgresBin, etcd, password, synchronous, run }) {
  const home = join(dir, name);
  const data = join(home, 'data');
  mkdirSync(home, { mode: 0o700 });
  const [port, restPort] = [await freePort(), await freePort()];
  // Standbys replicate over it, so that the drill can break replication alone.
  const address = await openAddress(port);
  const config = {
    scope: 'drill',
    name,
    restapi: { listen: `${HOST}:${restPort}`, connect_address: `${HOST}:${restPort}` },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        // A quarter of the defaults, so that a failover takes 10 s.
        ttl: 10,
        loop_wait: 2,
        retry_timeout: 4,
        synchronous_mode: synchronous,
        // More than a drill writes while replication is broken.
        maximum_lag_on_failover: 64 * 1024 * 1024,
        postgresql: { use_pg_rewind: false, parameters: { wal_keep_size: '256MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${HOST}:${port}`,
      connect_address: `${HOST}:${address.port}`,
      data_dir: data,
      bin_dir: postgresBin,
      pgpass: join(home, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      pg_hba: [`host all all ${HOST}/32 scram-sha-256`, `host replication all ${HOST}/32 scram-sha-256`],
      parameters: { unix_socket_directories: '' },
      // A leader that was killed comes back as a fresh copy of the new one.
      remove_data_directory_on_diverged_timelines: true,
      basebackup: [{ checkpoint: 'fast' }],
    },
  };
  const file = join(home, 'patroni.yml');
  writeFileSync(file, JSON.stringify(config, null, 2), { mode: 0o600 }); // JSON is YAML
  for (const path of [home, file]) giveTo(path, postgresAccount());
  let lives = 0;
  /** @type {import('../../demo/program.mjs').Program | undefined} */
  let patroni;
  const kill = async () => {
    // Patroni first, because it restarts Postgres. Its end is seen after that of Postgres, which holds its output.
    patroni?.kill();
    const processes = processesOf(data);
    killAll(processes);
    await untilAllGone(processes);
    await patroni?.ended;
    patroni = undefined;
  };
  return {
    name,
    port,
    restPort,
    isolate: () => address.lead(undefined),
    reconnect: () => address.lead(port),
    start() {
      lives += 1;
      patroni = run([file], `patroni-${name}-life-${lives}`);
    },
    kill,
    async stop() {
      address.close();
      await patroni?.stop(STOP_MS);
      await kill();
    },
  };
}
