import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { projectRoot, startOptions } from '../../../scripts/lib/project.mjs';
import { SCHEMA } from '../rivals/contract.mjs';

const run = promisify(execFile);

/**
 * A program that accepts checkouts, with a template of its database.
 * @typedef {object} Subject
 * @property {string} name
 * @property {boolean} isOwn a build of this service
 * @property {string} template
 * @property {string[]} args for Node
 * @property {Record<string, string>} env without addresses
 * @property {Record<string, string>} headers of each checkout
 * @property {string} missing SQL: counts answered checkouts ($1: numbers, $2: pages) that the database does not hold
 */

/** @typedef {import('./postgres.mjs').Postgres} Postgres */

/** No rate limits, since the rivals have none; all else as in production. */
const UNLIMITED = {
  RATE_LIMIT_ADDRESS_RPS: '0',
  RATE_LIMIT_CALLER_RPS: '0',
  RATE_LIMIT_KEY_RPS: '0',
  RAMP_MAX_RPS: '10000',
  RAMP_MAX_CONCURRENCY: '100',
  DRAIN_MS: '0',
  // A worker would poll the new orders, and rivals do not poll.
  ROLES: 'api',
};

const missing = (/** @type {string} */ stored) =>
  `SELECT count(*)::int AS missing FROM unnest($1::text[], $2::text[]) AS answered (number, page)
    WHERE NOT EXISTS (${stored})`;

/** Order, page, schedule, and the entries of its reservation and its trade. */
const OWN_STORED = `
  SELECT FROM orders JOIN trades USING (merchant_order_no) JOIN schedules USING (trade_no)
   WHERE merchant_order_no = answered.number AND pay_url = answered.page AND next_query_at IS NOT NULL
     AND (SELECT count(*) FROM order_events WHERE merchant_order_no = answered.number) >= 2`;
const RIVAL_STORED = 'SELECT FROM bench_orders WHERE number = answered.number AND pay_url = answered.page';

/** @param {string} name @param {string} root of the build @param {string} url of an empty database */
async function build(name, root, url) {
  const keys = { SERVICE_KEY: randomBytes(32).toString('base64') };
  const program = (/** @type {string} */ file) => join(root, 'dist/src', file);
  const env = { ...process.env, ...keys, DATABASE_URL: url };
  await run(process.execPath, [program('cli/migrate/main.js')], { env });
  const create = ['create', '--role', 'checkout', '--name', 'bench', '--json'];
  const made = await run(process.execPath, [program('cli/key/main.js'), ...create], { env });
  return {
    name,
    isOwn: true,
    missing: missing(OWN_STORED),
    args: [...startOptions(root), program('main.js')],
    env: {
      ...keys,
      ...UNLIMITED,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://bench.example',
      RAMP_APP_ID: 'bench',
      RAMP_APP_SECRET: 'secret',
      RAMP_ACCESS_TOKEN: 'token',
      RAMP_NOT_FOUND: 'null',
    },
    headers: { 'x-api-key': JSON.parse(made.stdout).key },
  };
}

/** @param {string} name @param {string} url of an empty database */
async function rival(name, url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(SCHEMA);
  await client.end();
  return {
    name,
    isOwn: false,
    missing: missing(RIVAL_STORED),
    env: { NODE_ENV: 'production' },
    headers: {},
    args: [join(projectRoot, 'tools/bench/rivals', `${name}.mjs`)],
  };
}

/**
 * Makes the template database: migrating once is quicker, and no part of a round.
 * @param {import('./options.mjs').SubjectName} subject
 * @param {Postgres} postgres
 * @returns {Promise<Subject>}
 */
export async function prepare({ name, root }, { admin, urlOf }) {
  const template = `template ${name}`;
  await admin.query(`CREATE DATABASE "${template}"`);
  const url = urlOf(template);
  return { ...(root === null ? await rival(name, url) : await build(name, root, url)), template };
}

/** @template T @param {Subject} subject @param {Postgres} postgres @param {(url: string) => Promise<T>} look @returns {Promise<T>} of a look at a copy of its template */
export async function onCopy({ name, template }, { admin, urlOf }, look) {
  const copy = `copy for ${name}`;
  await admin.query(`CREATE DATABASE "${copy}" TEMPLATE "${template}"`);
  try {
    return await look(urlOf(copy));
  } finally {
    await admin.query(`DROP DATABASE "${copy}" WITH (FORCE)`);
  }
}
