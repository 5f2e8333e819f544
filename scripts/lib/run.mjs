import { spawn } from 'node:child_process';

/**
 * @typedef {object} Ended
 * @property {number} code exit code; 128 and up when a signal ended it, -1 when it could not be started
 * @property {string} output what it wrote to stdout and stderr, in order of arrival
 */

/**
 * Runs a program to its end and gathers what it wrote. It gets a process group of its own: a Ctrl-C in the terminal
 * then reaches only us, and we decide what is stopped, and in which order.
 * @param {string} file
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {number} [options.uid]
 * @param {number} [options.gid]
 * @param {AbortSignal | undefined} [options.signal] ends the program and all that it started
 * @param {((text: string) => void) | undefined} [options.onOutput] called with each piece of output as it comes
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
 * Signals a process group that we made with `detached`. One that is gone already is no error.
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
