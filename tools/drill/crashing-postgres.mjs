import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from '../demo/steps.mjs';
import { startPostgres } from '../../scripts/lib/embedded-postgres.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { openAddress } from '../../scripts/lib/postgres/address.mjs';
import { openCluster } from '../../scripts/lib/postgres/cluster.mjs';
import { guardPostgres } from '../../scripts/lib/postgres/guard.mjs';
import { startStandby } from '../../scripts/lib/postgres/pair.mjs';
import { killAll, processesOf, untilAllGone } from './server-processes.mjs';

const RECOVERY = /database system was (not properly shut down|interrupted)/;

/**
 * A Postgres with production settings for durability: acknowledged commits are on disk. Its address stays when a
 * standby takes over.
 * @typedef {object} CrashingPostgres
 * @property {string} url
 * @property {() => void} [cut] breaks all connections
 * @property {(how: 'SIGKILL' | 'immediate') => Promise<void>} crash settles when all of its processes are gone
 * @property {() => Promise<void>} [restart] throws unless Postgres logs a recovery from a crash
 * @property {() => Promise<void>} detach stops replication, so that a promotion loses later commits
 * @property {() => Promise<void>} promote the standby takes over after a crash of the primary
 * @property {(patienceS?: number) => Promise<void>} stop
 */

/**
 * @param {{ dir: string, port: number, standby: boolean }} where `standby`: replicate from the start
 * @param {(name: string) => string} logFile path for the log of each life
 * @param {AbortSignal} signal
 * @returns {Promise<CrashingPostgres>}
 */
export async function startCrashingPostgres({ dir, port, standby: hasStandby }, logFile, signal) {
  const flags = ['wal_keep_size=256MB'];
  const postgres = await startDatabase(dir, signal, port, flags);
  const standbyDir = standbyOf(dir);
  const guard = guardPostgres(standbyDir, 'stop');
  const standby = hasStandby ? await startStandby(postgres, dir, standbyDir, { signal, port: await freePort() }) : null;
  const address = await openAddress(port);
  let server = { dir, port, log: postgres.log, data: join(postgres.home, 'data') };
  let lives = 1;
  return {
    url: Object.assign(new URL(postgres.url), { port: address.port }).href,
    cut: address.cut,
    async stop(patienceS) {
      address.close();
      await Promise.all([postgres.stop(patienceS), standby?.stop(patienceS)]);
      await guard.release();
    },
    async crash(how) {
      const { data, log } = server;
      const processes = processesOf(data);
      if (processes.length === 0) throw new Error('Postgres does not run');
      if (how === 'SIGKILL') killAll(processes);
      else await openCluster(server.dir).run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-t', '20']);
      await untilAllGone(processes);
      if (existsSync(log)) copyFileSync(log, logFile(`postgres-${lives}`));
      lives += 1;
    },
    async restart() {
      await startPostgres({ dir: server.dir, port: server.port, flags, signal });
      if (!RECOVERY.test(readFileSync(server.log, 'utf8'))) {
        throw new Error(`Postgres started without recovering from its crash; see ${server.log}`);
      }
    },
    detach: () => present(standby).detach(),
    async promote() {
      const next = present(standby);
      address.lead(undefined);
      await next.promote();
      server = { dir: standbyDir, port: next.port, log: next.log, data: join(next.home, 'data') };
      address.lead(next.port);
    },
  };
}

/** @param {string} dir of its primary */
export const standbyOf = (dir) => `${dir}-standby`;

/** @template T @param {T | null} standby @returns {T} */
function present(standby) {
  if (standby === null) throw new Error('there is no standby');
  return standby;
}
