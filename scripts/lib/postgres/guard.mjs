import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const GUARDIAN = fileURLToPath(new URL('guardian.mjs', import.meta.url));

/**
 * Ensures that the Postgres of a folder does not outlive this process, even after kill -9: a small program waits for
 * the end of a pipe that only this process holds.
 * @param {string} dir as passed to `startPostgres`
 * @param {'stop' | 'remove'} then action at the end: `remove` deletes the data too
 * @returns {{ release(): Promise<void> }} `release` triggers the action now and waits for it
 */
export function guardPostgres(dir, then) {
  const guardian = spawn(process.execPath, [GUARDIAN, dir, then], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // so that Ctrl-C in the terminal does not reach it
    windowsHide: true,
  });
  const ended = new Promise((resolve) => guardian.once('exit', resolve).once('error', resolve));
  guardian.unref();
  guardian.stdin.on('error', () => {
    // It has ended already.
  });
  /** @type {import('node:net').Socket} */ (guardian.stdin).unref();
  return {
    release: async () => {
      guardian.ref();
      guardian.stdin.end();
      await ended;
    },
  };
}
