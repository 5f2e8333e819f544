import { randomBytes } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../ports.mjs';
import { startOptions } from '../project.mjs';
import { run } from '../run.mjs';

const HERE = import.meta.dirname;

/**
 * Servers that start often, with settings to start them; the addresses lead nowhere. Other programs share their code.
 */
const WARMED = [
  {
    program: 'sandbox/main.js',
    path: '/',
    env: (/** @type {number} */ port) => ({ SANDBOX_PORT: String(port) }),
  },
  {
    program: 'src/main.js',
    path: '/health/live',
    env: (/** @type {number} */ port) => ({
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
      RAMP_BASE_URL: 'http://127.0.0.1:9',
      RAMP_APP_ID: 'app',
      RAMP_APP_SECRET: 'secret',
      SERVICE_KEY: randomBytes(32).toString('base64'),
      AUTH: 'none',
    }),
  },
];

/**
 * Stores the code that V8 compiles at the start of each program, for this version of Node. Other versions start too,
 * more slowly.
 * @param {string} dist with the bundled programs
 * @throws {Error} with its output if a program ends before it answers
 */
export async function cacheCode(dist) {
  rmSync(join(dist, 'code-cache'), { recursive: true, force: true });
  copyFileSync(join(HERE, 'launcher.cjs'), join(dist, 'launcher.js'));
  // V8 accepts a cache only with the options it was made with.
  for (const options of [[], startOptions()]) {
    for (const { program, path, env } of WARMED) {
      const port = await freePort();
      const args = [...options, join(HERE, 'warm-program.cjs'), dist, program, `http://127.0.0.1:${port}${path}`];
      const { code, output } = await run(process.execPath, args, { env: env(port) });
      if (code !== 0) throw new Error(`${program} did not start:\n${output}`);
    }
  }
}
