// node tools/bench/peers/vendure/main.mjs --dir FOLDER: what a checkout costs in Vendure. See README.md.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { run } from '../../../../scripts/lib/run.mjs';
import { cpuOf, cpuOfFamily } from '../../lib/cpu.mjs';
import { withPostgres } from '../../lib/postgres.mjs';
import { start, withProvider } from '../../lib/running.mjs';
import { median } from '../../lib/table.mjs';

const PACKAGES = ['@vendure/core@3.7.3', 'pg@8.23.1'];
const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));

const ADD = `mutation { addItemToOrder(productVariantId: 1, quantity: 1) { __typename } }`;
const ADDRESS = `{ streetLine1: "1 Way", city: "Town", postalCode: "1", countryCode: "US" }`;
const order = (/** @type {string} */ mutation) =>
  `${mutation} { __typename ... on Order { code } ... on ErrorResult { message } }`;
const pay = (/** @type {string} */ customer) => `mutation {
  ${order(`setCustomerForOrder(input: { firstName: "A", lastName: "B", emailAddress: "${customer}@example.com" })`)}
  ${order(`setOrderShippingAddress(input: ${ADDRESS})`)}
  ${order('setOrderShippingMethod(shippingMethodId: [1])')}
  ${order('transitionOrderToState(state: "ArrangingPayment")')}
  addPaymentToOrder(input: { method: "ramp", metadata: {} }) {
    ... on Order { payments { metadata } } ... on ErrorResult { message } } }`;

/** @param {string} url @param {string} query @param {string | null} token @returns {Promise<{ token: string | null, text: string }>} */
async function ask(url, query, token) {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${url}/shop-api`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return { token: answer.headers.get('vendure-auth-token'), text: await answer.text() };
}

let customers = 0;

/** @param {string} url @throws {Error} with the answer, if it has no page */
async function checkout(url) {
  const { token } = await ask(url, ADD, null);
  const { text } = await ask(url, pay(`customer-${++customers}`), token);
  if (!text.includes('https://pay.example/')) throw new Error(text);
}

/** @param {string} url @param {number} connections @param {number} seconds @returns {Promise<number[]>} latencies in milliseconds */
async function keepBuying(url, connections, seconds) {
  const end = performance.now() + seconds * 1000;
  /** @type {number[]} */
  const latencies = [];
  const chain = async () => {
    while (performance.now() < end) {
      const since = performance.now();
      await checkout(url);
      latencies.push(performance.now() - since);
    }
  };
  await Promise.all(Array.from({ length: connections }, chain));
  return latencies;
}

/** @param {string} dir */
async function install(dir) {
  if (existsSync(join(dir, 'node_modules/@vendure/core'))) return;
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'package.json'), '{ "private": true }\n');
  const { code, output } = await run('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], { cwd: dir });
  if (code !== 0) throw new Error(output);
}

/** @param {string} dir @param {number} connections @param {Record<'warm' | 'seconds', number>} seconds */
const measure = (dir, connections, { warm, seconds }) =>
  withPostgres(({ urlOf, postmaster }) =>
    withProvider(0, async (provider) => {
      const env = { DIR: dir, DATABASE_URL: urlOf('postgres'), PROVIDER_URL: provider, NODE_ENV: 'production' };
      const { pid, url, stop } = await start([SERVER], env);
      try {
        await keepBuying(url, connections, warm);
        const [cpu, postgres, since] = [cpuOf(pid).all, cpuOfFamily(postmaster), performance.now()];
        const latencies = await keepBuying(url, connections, seconds);
        const each = (/** @type {number} */ ms) => (ms / latencies.length).toFixed(1);
        return {
          'checkouts a second': ((latencies.length * 1000) / (performance.now() - since)).toFixed(1),
          'CPU ms of the process': each(cpuOf(pid).all - cpu),
          'CPU ms of Postgres': each(cpuOfFamily(postmaster) - postgres),
          'p50 ms': median(latencies).toFixed(0),
        };
      } finally {
        await stop();
      }
    }),
  );

const number = (/** @type {string} */ standard) => ({ type: /** @type {const} */ ('string'), default: standard });
const { values } = parseArgs({
  options: { dir: { type: 'string' }, connections: number('16'), seconds: number('8'), warm: number('25') },
});
if (values.dir === undefined) throw new Error('--dir FOLDER: where Vendure is, or is to be installed');
const dir = resolve(values.dir);
await install(dir);
const seconds = { warm: Number(values.warm), seconds: Number(values.seconds) };
process.stdout.write(`${JSON.stringify(await measure(dir, Number(values.connections), seconds), null, 2)}\n`);
