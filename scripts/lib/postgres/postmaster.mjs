import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, identify } from '../processes.mjs';

/**
 * The content of `postmaster.pid`.
 * @typedef {object} Postmaster
 * @property {number} pid
 * @property {number} port
 * @property {string} status `starting`, `ready`, `stopping`; empty just after the start
 */

/** @param {string} text of a postmaster.pid @returns {Postmaster} */
function parsePostmasterPid(text) {
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/**
 * The server that runs on a data folder, even if its parent was killed. Removes the `postmaster.pid` of a dead
 * server, because `pg_ctl` takes a zombie, or another process with the same pid, for a running server.
 * @param {string} data
 * @returns {Postmaster | undefined}
 */
export function findPostmaster(data) {
  const pidFile = join(data, 'postmaster.pid');
  let text;
  try {
    text = readFileSync(pidFile, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
  const postmaster = parsePostmasterPid(text);
  if (identify(postmaster.pid) && isServerOf(data, postmaster.pid)) return postmaster;
  rmSync(pidFile, { force: true });
  return undefined;
}

/** @param {string} data @param {number} pid */
function isServerOf(data, pid) {
  const words = commandLine(pid);
  // If the command line is unknown, trust the pid file: better no start than two servers.
  return words === '' || (words.includes('postgres') && words.includes(data));
}
