import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd } from '../../drill/crowd.mjs';
import { planCustomers } from '../../drill/plan.mjs';
import { openReceiver } from '../../drill/receiver.mjs';
import { projectRoot } from '../../../scripts/lib/project.mjs';

const CUSTOMERS = 60;
const ROUNDS_MS = 30_000;
const PATIENCE_MS = 60_000;
/** Event streams do not end. */
const ENDLESS = '/v1/orders/{merchantOrderNo}/events';

/** Paging, formats and waiting are no filters. */
const NO_FILTERS = ['wait', 'cursor', 'after', 'limit', 'format'];

/**
 * Queries by filter; the other filters take the example of the API's document.
 * @param {string} number of a filled order
 * @returns {Record<string, string[]>}
 */
const filtersFor = (number) => ({
  text: [number.slice(0, 6), number, 'customer-17', `0x${'a'.padStart(40, '0')}`, 'nobody'].map(
    (text) => `text=${text}`,
  ),
  customer: ['customer=customer-17'],
  metadata: ['metadata[cart]=8'],
  status: ['PAID', 'COMPLETED', 'EXPIRED'].map((status) => `status=${status}`),
  endpointId: ['endpointId=00000000-0000-4000-8000-000000000001'],
  ...Object.fromEntries(['from', 'createdFrom', 'updatedFrom'].map((name) => [name, [`${name}=${daysAgo(2)}`]])),
  ...Object.fromEntries(['to', 'createdTo'].map((name) => [name, [`${name}=${daysAgo(1.99)}`]])),
});

/** @param {number} days @returns {string} */
function daysAgo(days) {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

/**
 * Customers buy; staff uses every route that reads, with each filter, and acts on orders; the worker's rounds run.
 * @param {NodeJS.ProcessEnv} env
 * @param {import('../../drill/provider.mjs').Provider} provider
 * @param {string} filled the number of a filled order
 * @param {AbortSignal} signal
 * @returns {Promise<Record<string, number>>} responses by status
 */
export async function useService(env, provider, filled, signal) {
  const [{ startService }, { RetentionService }, { OutboxService }] = await Promise.all(
    ['src/start.js', 'src/privacy/retention.service.js', 'src/follow/outbox/outbox.service.js'].map(
      (file) => import(join(projectRoot, 'build', file)),
    ),
  );
  const app = await startService(env);
  const url = `http://127.0.0.1:${env['PORT']}`;
  const receiver = await openReceiver();
  /** @type {Record<string, number>} */
  const answers = {};
  const send = async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {object | undefined} */ body,
  ) => {
    const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(url + path, { method, signal: AbortSignal.timeout(PATIENCE_MS), ...json });
    const text = await response.text();
    answers[response.status] = (answers[response.status] ?? 0) + 1;
    if (response.status >= 400) process.stderr.write(`  ${response.status} ${method} ${path} ${text.slice(0, 160)}\n`);
    return text;
  };
  try {
    await send('POST', '/v1/admin/webhooks', { url: receiver.url, events: ['*'] });
    const customers = planCustomers({ seed: Date.now() % 1_000_000, checkouts: CUSTOMERS });
    const crowd = new Crowd(customers, [url], provider, signal);
    crowd.letCome(Infinity);
    await crowd.come(5);
    const number = customers[0]?.body['merchantOrderNo'] ?? '';
    const { paths } = JSON.parse(await send('GET', '/openapi.json', undefined));
    for (const path of reads(paths, number, filtersFor(filled))) await send('GET', path, undefined);
    for (const [method, path, body] of acts(number)) await send(method, path, body);
    await app.get(RetentionService, { strict: false }).removeOld();
    await app.get(OutboxService, { strict: false }).forgetOld();
    await sleep(ROUNDS_MS, undefined, { signal });
  } finally {
    await app.close();
    receiver.close();
  }
  return answers;
}

/**
 * Each route without filters, and with each of its filters.
 * @param {Record<string, any>} paths of the API's document
 * @param {string} number
 * @param {Record<string, string[]>} filtered
 */
function reads(paths, number, filtered) {
  return Object.entries(paths).flatMap(([pattern, { get }]) => {
    if (!get || pattern === ENDLESS || pattern.includes('{id}')) return [];
    const path = pattern.replace('{merchantOrderNo}', number);
    /** @type {{ in: string, name: string, example: unknown, schema: any }[]} */
    const parameters = get.parameters ?? [];
    const filters = parameters.filter((one) => one.in === 'query' && !NO_FILTERS.includes(one.name));
    const queries = filters.map(({ name, example, schema }) => {
      const value = name === 'merchantOrderNo' || name === 'tradeNo' ? number : (example ?? schema?.example);
      return filtered[name] ?? [`${name}=${encodeURIComponent(value)}`];
    });
    // Reports and exports need a span.
    if (/report|export/.test(pattern)) return [`${path}?${queries.flat().join('&')}`];
    return [path, ...queries.flat().map((query) => `${path}?${query}`)];
  });
}

/** @param {string} number @returns {[string, string, object][]} */
function acts(number) {
  const order = `/v1/admin/orders/${number}`;
  const reason = { reason: 'measured' };
  return [
    ['POST', `${order}/ask`, reason],
    ['POST', `${order}/reveal`, reason],
    ['POST', `${order}/notes`, { text: 'measured' }],
    ['PATCH', `/v1/orders/${number}`, { metadata: { cart: '1' } }],
    ['POST', '/v1/admin/webhooks/00000000-0000-4000-8000-000000000001/replay', { from: daysAgo(1) }],
    ['POST', '/v1/admin/forget', { customer: 'customer-17', dryRun: true }],
    ['POST', '/v1/admin/forget', { email: 'nobody@shop.example' }],
    ['POST', '/v1/admin/forget', { merchantOrderNo: number, force: true }],
  ];
}
