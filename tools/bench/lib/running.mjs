import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/lib/ports.mjs';

const READY_MS = 60_000;
const PROVIDER = fileURLToPath(new URL('provider.mjs', import.meta.url));
/** @typedef {Awaited<ReturnType<typeof start>>} Running */
/** @typedef {{ databaseUrl: string, provider: string, options: import('./options.mjs').Options }} Place */

/** @template T @param {(url: string) => Promise<T>} look @returns {Promise<T>} */
export async function withProvider(look) {
  const provider = await start([PROVIDER], {});
  try {
    return await look(provider.url);
  } finally {
    await provider.stop();
  }
}

/**
 * Starts the subject, and stops it after a look.
 * @template T
 * @param {import('./subjects.mjs').Subject} subject
 * @param {Place} place
 * @param {(running: Running, load: import('./load.mjs').Load) => Promise<T>} look
 * @returns {Promise<T>}
 */
export async function whileRunning(subject, { databaseUrl, provider, options }, look) {
  const addresses = { DATABASE_URL: databaseUrl, PROVIDER_URL: provider, RAMP_BASE_URL: provider };
  const running = await start(subject.args, { ...subject.env, ...addresses });
  const connections = Math.min(48, options.connections);
  const load = { url: running.url, headers: subject.headers, connections, seconds: options.seconds };
  try {
    return await look(running, load);
  } finally {
    await running.stop();
  }
}

/**
 * @param {string[]} args for Node
 * @param {Record<string, string>} env
 * @returns {Promise<{ pid: number, url: string, stop: () => Promise<void> }>} once it listens
 */
async function start(args, env) {
  const port = await freePort();
  const own = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  const child = spawn(process.execPath, args, {
    env: { ...own, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${args.at(-1)} did not begin to listen`)), READY_MS);
    // Read to the end, so that the child never blocks on a full pipe.
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      if (!text.includes('listening')) return;
      clearTimeout(timer);
      resolve(undefined);
    });
    void ended.then(() => reject(new Error(`${args.at(-1)} ended before it listened`)));
  });
  const pid = child.pid ?? 0;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { pid, url: `http://127.0.0.1:${port}`, stop };
}
