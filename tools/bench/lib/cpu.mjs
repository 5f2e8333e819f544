import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * @param {number} pid @returns {{ parent: number, own: number, ended: number } | null} CPU seconds; `ended`: of its
 * ended children
 */
function cpuOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent, own: (user + system) / TICKS_PER_SECOND, ended: (endedUser + endedSystem) / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

/** @param {number} pid @returns {number} CPU seconds of the process, user and system */
export const cpuSeconds = (pid) => cpuOf(pid)?.own ?? 0;

/** @param {number} pid @returns {number} CPU seconds of the process and its children, including ended ones */
export function cpuSecondsOfFamily(pid) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const family = children.map(cpuOf).filter((cpu) => cpu?.parent === pid);
  const head = cpuOf(pid);
  return (head?.own ?? 0) + (head?.ended ?? 0) + family.reduce((sum, cpu) => sum + (cpu?.own ?? 0), 0);
}

/** @param {number} pid @returns {number} resident memory in MB */
export function residentMegabytes(pid) {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
