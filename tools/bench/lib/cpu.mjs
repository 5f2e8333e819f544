import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const NS_PER_MS = 1e6;

/** @param {number} pid @returns {number} CPU of its threads since its start in milliseconds */
export function cpuOf(pid) {
  const threads = or(() => readdirSync(`/proc/${pid}/task`), []);
  const nanoseconds = threads.map((thread) => {
    return or(() => Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10), 0);
  });
  return nanoseconds.reduce((sum, each) => sum + each, 0) / NS_PER_MS;
}

/** A process or thread may just have ended. @template T @param {() => T} read @param {T} fallback @returns {T} */
function or(read, fallback) {
  try {
    return read();
  } catch {
    return fallback;
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
  const live = [pid, ...children.map(Number)].reduce((sum, member) => sum + cpuOf(member), 0);
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
