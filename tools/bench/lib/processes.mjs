import { spawn } from 'node:child_process';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { cpuSeconds } from './cpu.mjs';

const READY_MS = 30_000;

/**
 * @param {string[]} args for Node
 * @param {Record<string, string>} env
 * @returns {Promise<{ pid: number, url: string, cpu: number, stop: () => Promise<void> }>} once it listens; `cpu`:
 * seconds until then
 */
export async function start(args, env) {
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
  return { pid, url: `http://127.0.0.1:${port}`, cpu: cpuSeconds(pid), stop };
}
