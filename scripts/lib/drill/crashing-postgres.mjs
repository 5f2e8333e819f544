import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from '../demo/steps.mjs';
import { startPostgres } from '../embedded-postgres.mjs';
import { openCluster } from '../postgres/cluster.mjs';
import { findPostmaster } from '../postgres/postmaster.mjs';
import { childrenOf, identify, waitUntilGone } from '../processes.mjs';

const GONE_MS = 20_000;
const RECOVERY = /database system was (not properly shut down|interrupted)/;

/**
 * A Postgres with the settings of production where durability is concerned: what it has acknowledged is on disk.
 * @typedef {object} CrashingPostgres
 * @property {string} url
 * @property {string} log
 * @property {(how: 'SIGKILL' | 'immediate') => Promise<void>} crash settles when no process of it is left
 * @property {() => Promise<void>} restart throws unless Postgres says that it recovered from a crash
 * @property {(patienceS?: number) => Promise<void>} stop
 */

/**
 * @param {string} dir
 * @param {number} port
 * @param {(name: string) => string} logFile where the log of each life is kept
 * @param {AbortSignal} signal
 * @returns {Promise<CrashingPostgres>}
 */
export async function startCrashingPostgres(dir, port, logFile, signal) {
  const postgres = await startDatabase(dir, signal, port);
  const data = join(postgres.home, 'data');
  let lives = 1;
  return {
    url: postgres.url,
    log: postgres.log,
    stop: postgres.stop,
    async crash(how) {
      const postmaster = findPostmaster(data);
      if (!postmaster) throw new Error('Postgres does not run');
      const itself = identify(postmaster.pid);
      const processes = [...(itself ? [itself] : []), ...childrenOf(postmaster.pid)];
      // The postmaster goes first, so that it starts no others in place of those that die.
      if (how === 'SIGKILL') for (const { pid } of processes) kill(pid);
      else await openCluster(dir).run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-t', '20']);
      for (const found of processes) {
        if (!(await waitUntilGone(found, GONE_MS)))
          throw new Error(`a process of Postgres does not die (${found.pid})`);
      }
      if (existsSync(postgres.log)) copyFileSync(postgres.log, logFile(`postgres-${lives}`));
      lives += 1;
    },
    async restart() {
      await startPostgres({ dir, port, signal });
      if (!RECOVERY.test(readFileSync(postgres.log, 'utf8'))) {
        throw new Error(`Postgres started without recovering from its crash; see ${postgres.log}`);
      }
    },
  };
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error; // the death of the others took it along
  }
}
