import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { killGroup } from '../../scripts/lib/run.mjs';

const TETHER = new URL('tether.mjs', import.meta.url).href;

/**
 * A Node program with its log in a file.
 * @typedef {object} Program
 * @property {string} name
 * @property {string} log
 * @property {number} pid
 * @property {Promise<string>} ended how it ended, in words
 * @property {(pattern: RegExp) => Promise<RegExpMatchArray>} says waits for a line; stays pending without one
 * @property {(patienceMs: number) => Promise<void>} stop SIGTERM, and SIGKILL after `patienceMs`
 * @property {() => void} kill
 */

/**
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.file
 * @param {string[]} [options.args]
 * @param {string[]} [options.nodeOptions]
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} options.cwd
 * @param {string} options.log
 * @param {boolean} options.verbose also prints its log
 * @returns {Program}
 */
export function startProgram({ name, file, args = [], nodeOptions = [], env, cwd, log, verbose }) {
  const child = spawn(process.execPath, [...nodeOptions, '--import', fileURLToPath(TETHER), file, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true, // so that Ctrl-C reaches only the demo, which stops its programs in order
    windowsHide: true,
  });
  const logFile = createWriteStream(log);
  /** @type {{ pattern: RegExp, found: (match: RegExpMatchArray) => void }[]} */
  const waiting = [];
  const onLine = (/** @type {string} */ line) => {
    for (const { pattern, found } of waiting) {
      const match = pattern.exec(line);
      if (match) found(match);
    }
    if (verbose) process.stdout.write(`${name.padEnd(8)}| ${line}\n`);
  };
  for (const stream of [child.stdout, child.stderr]) {
    let open = '';
    stream?.setEncoding('utf8').on('data', (text) => {
      logFile.write(text);
      const lines = (open + text).split('\n');
      open = lines.pop() ?? '';
      lines.forEach(onLine);
    });
  }
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('close', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with exit code ${code}`));
  }).finally(() => new Promise((written) => logFile.end(() => written(undefined))));

  return {
    name,
    log,
    pid: child.pid ?? 0,
    ended,
    says: (pattern) => new Promise((found) => waiting.push({ pattern, found })),
    kill: () => killGroup(child.pid, 'SIGKILL'),
    async stop(patienceMs) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => killGroup(child.pid, 'SIGKILL'), patienceMs);
      await ended;
      clearTimeout(timer);
    },
  };
}
