import { spawn } from 'node:child_process';

/**
 * @typedef {object} Ended
 * @property {number} code exit code; 128 and up if a signal ended it, -1 if it could not be started
 * @property {string} output stdout and stderr, in order of arrival
 */

/**
 * Runs a program to its end and collects its output. It gets its own process group, so that Ctrl-C reaches only us
 * and we stop things in order.
 * @param {string} file
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {number} [options.uid]
 * @param {number} [options.gid]
 * @param {AbortSignal | undefined} [options.signal] ends the program and its process group
 * @param {((text: string) => void) | undefined} [options.onOutput] called with each piece of output
 * @returns {Promise<Ended>}
 */
export function run(file, args, { signal, onOutput, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    });
    let output = '';
    const take = (/** @type {string} */ text) => {
      output += text;
      onOutput?.(text);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);

    const end = () => killGroup(child.pid, 'SIGTERM');
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
    const finish = (/** @type {Ended} */ ended) => {
      signal?.removeEventListener('abort', end);
      resolve(ended);
    };
    child.on('error', (error) => finish({ code: -1, output: output + String(error) }));
    child.on('close', (code) => finish({ code: code ?? 128, output }));
  });
}

/**
 * Signals a process group made with `detached`. Ignores an ended group.
 * @param {number | undefined} leader
 * @param {NodeJS.Signals} signal
 */
export function killGroup(leader, signal) {
  if (leader === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
