import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A process with its start time, so that a later one with the same pid is not mistaken for it.
 * @typedef {object} ProcessId
 * @property {number} pid
 * @property {string} started start time in the system's own format, for comparison only
 */

/**
 * @param {number} pid
 * @returns {ProcessId | undefined} undefined: none; a zombie counts as none, since it stays for ever under a PID 1
 *   that does not reap
 */
export function identify(pid) {
  const found = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  return found && !found.state.startsWith('Z') ? { pid, started: found.started } : undefined;
}

/** @param {ProcessId} id @returns {boolean} whether this same process still runs */
export function isRunning(id) {
  return identify(id.pid)?.started === id.started;
}

/**
 * Waits until a process is gone.
 * @param {ProcessId} id
 * @param {number} patienceMs
 * @returns {Promise<boolean>} false when it is still there
 */
export async function waitUntilGone(id, patienceMs) {
  const until = performance.now() + patienceMs;
  while (isRunning(id)) {
    if (performance.now() > until) return false;
    await sleep(50);
  }
  return true;
}

/** @param {number} pid */
function fromProc(pid) {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name in parentheses may hold spaces: count from its end. Field 3 is the state, field 22 the start in ticks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', started: fields[19] ?? '' };
}

/** @param {number} pid */
function fromPs(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [state, ...started] = (stdout ?? '').trim().split(/\s+/);
  return state ? { state, started: started.join(' ') } : undefined;
}

/**
 * @param {number} pid
 * @returns {string} its command line; empty if unknown
 */
export function commandLine(pid) {
  if (process.platform === 'linux') return (readText(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ');
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/**
 * @param {number} parent
 * @returns {ProcessId[]} direct children only
 */
export function childrenOf(parent) {
  const pids = process.platform === 'linux' ? childrenFromProc(parent) : childrenFromPs(parent);
  return pids.map((pid) => identify(pid)).filter((child) => child !== undefined);
}

/** @param {number} parent */
function childrenFromProc(parent) {
  const parentOf = (/** @type {number} */ pid) => {
    const stat = readText(`/proc/${pid}/stat`) ?? '';
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** @param {number} parent */
function childrenFromPs(parent) {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
