import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const GUARDIAN = fileURLToPath(new URL('guardian.mjs', import.meta.url));

/**
 * Sees to it that the Postgres of a folder does not outlive this process, not even when this is killed with -9: a small
 * program of its own waits for the end of a pipe that only we hold.
 * @param {string} dir as it is given to `startPostgres`
 * @param {'stop' | 'remove'} then what happens at the end: `remove` deletes the data too
 * @returns {{ release(): Promise<void> }} `release` makes it happen now, and waits for it
 */
export function guardPostgres(dir, then) {
  const guardian = spawn(process.execPath, [GUARDIAN, dir, then], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // a Ctrl-C in the terminal is not for it
    windowsHide: true,
  });
  const ended = new Promise((resolve) => guardian.once('exit', resolve).once('error', resolve));
  guardian.unref();
  guardian.stdin.on('error', () => {
    // It is gone already: there is nothing left to tell it.
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
