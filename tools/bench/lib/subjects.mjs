import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { projectRoot, startOptions } from '../../../scripts/lib/project.mjs';
import { SCHEMA } from '../rivals/contract.mjs';

const run = promisify(execFile);

/**
 * A program that accepts checkouts.
 * @typedef {object} Subject
 * @property {string[]} args for Node
 * @property {Record<string, string>} env
 * @property {Record<string, string>} headers of each checkout
 */

/** No rate limits, since the rivals have none; all else as in production. */
const UNLIMITED = {
  RATE_LIMIT_ADDRESS_RPS: '0',
  RATE_LIMIT_CALLER_RPS: '0',
  RATE_LIMIT_KEY_RPS: '0',
  HTTP_CONNECTIONS_PER_ADDRESS: '0',
  RAMP_MAX_RPS: '10000',
  RAMP_MAX_CONCURRENCY: '100',
  DRAIN_MS: '0',
};

/** @param {string} url of its database @param {string} providerUrl @returns {Promise<Subject>} */
async function service(url, providerUrl) {
  const keys = { DATABASE_URL: url, SERVICE_KEY: randomBytes(32).toString('base64') };
  const program = (/** @type {string} */ name) => join(projectRoot, 'dist/src', name);
  await run(process.execPath, [program('cli/migrate/main.js')], { env: { ...process.env, ...keys } });
  const create = ['create', '--role', 'checkout', '--name', 'bench', '--json'];
  const made = await run(process.execPath, [program('cli/key/main.js'), ...create], {
    env: { ...process.env, ...keys },
  });
  return {
    args: [...startOptions(), program('main.js')],
    env: {
      ...{ ...keys, ...UNLIMITED, NODE_ENV: 'production', HOST: '127.0.0.1' },
      ...{ PUBLIC_URL: 'https://bench.example', RAMP_BASE_URL: providerUrl },
      ...{ RAMP_APP_ID: 'bench', RAMP_APP_SECRET: 'secret', RAMP_ACCESS_TOKEN: 'token', RAMP_NOT_FOUND: 'null' },
    },
    headers: { 'x-api-key': JSON.parse(made.stdout).key },
  };
}

/** @param {'usual' | 'floor'} name @param {string} url @param {string} providerUrl @returns {Promise<Subject>} */
async function rival(name, url, providerUrl) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(SCHEMA);
  await client.end();
  return {
    args: [join(projectRoot, 'tools/bench/rivals', `${name}.mjs`)],
    env: { DATABASE_URL: url, PROVIDER_URL: providerUrl, NODE_ENV: 'production' },
    headers: {},
  };
}

/**
 * @param {'service' | 'usual' | 'floor'} name
 * @param {string} url of an empty database
 * @param {string} providerUrl
 */
export const prepare = (name, url, providerUrl) =>
  name === 'service' ? service(url, providerUrl) : rival(name, url, providerUrl);
