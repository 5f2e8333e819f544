import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const NS_PER_MS = 1e6;

/**
 * The times of a process since its start, in milliseconds.
 * @typedef {object} Cpu
 * @property {number} all CPU of its threads, of ended ones only if the process has ended
 * @property {number} main CPU of its main thread
 * @property {number} waited how long the main thread was ready but had no CPU
 */

/** @param {string} task @returns {[number, number]} nanoseconds on a CPU, and ready without one */
function schedstat(task) {
  try {
    const [ran = 0, waited = 0] = readFileSync(`${task}/schedstat`, 'utf8').split(' ').map(Number);
    return [ran, waited];
  } catch {
    return [0, 0]; // It has ended.
  }
}

/** @param {number} pid @returns {Cpu} */
export function cpuOf(pid) {
  const tasks = `/proc/${pid}/task`;
  const all = threadsOf(tasks).reduce((sum, thread) => sum + schedstat(`${tasks}/${thread}`)[0], 0);
  const [main, waited] = schedstat(`${tasks}/${pid}`);
  return { all: all / NS_PER_MS, main: main / NS_PER_MS, waited: waited / NS_PER_MS };
}

/** @param {string} tasks @returns {string[]} */
function threadsOf(tasks) {
  try {
    return readdirSync(tasks);
  } catch {
    return [];
  }
}

/**
 * CPU of a process and its children in milliseconds. The kernel adds an ended child's nanoseconds to its parent's sum
 * and rounds only the sum to ticks, so that ended backends cost one tick of accuracy all together.
 * @param {number} pid
 * @returns {number}
 */
export function cpuOfFamily(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const live = [pid, ...children.map(Number)].reduce((sum, member) => sum + cpuOf(member).all, 0);
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [endedUser = 0, endedSystem = 0] = fields.slice(13, 15).map(Number);
  return live + (endedUser + endedSystem) * MS_PER_TICK;
}

/** @param {number} pid @returns {number} resident memory in MB */
export function residentMegabytes(pid) {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
