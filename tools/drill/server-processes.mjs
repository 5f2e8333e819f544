import { findPostmaster } from '../../scripts/lib/postgres/postmaster.mjs';
import { childrenOf, identify, waitUntilGone } from '../../scripts/lib/processes.mjs';

const GONE_MS = 20_000;

/** @typedef {import('../../scripts/lib/processes.mjs').ProcessId} ProcessId */

/**
 * The processes of the Postgres that runs on a data folder, its postmaster first.
 * @param {string} data
 * @returns {ProcessId[]} empty: none runs
 */
export function processesOf(data) {
  const postmaster = findPostmaster(data);
  const itself = postmaster && identify(postmaster.pid);
  return itself ? [itself, ...childrenOf(itself.pid)] : [];
}

/**
 * Sends SIGKILL in order, so that a postmaster starts no replacements.
 * @param {readonly ProcessId[]} processes
 */
export function killAll(processes) {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error; // it died with the others
    }
  }
}

/** @param {readonly ProcessId[]} processes */
export async function untilAllGone(processes) {
  for (const found of processes) {
    if (!(await waitUntilGone(found, GONE_MS))) throw new Error(`a process of Postgres does not die (${found.pid})`);
  }
}
