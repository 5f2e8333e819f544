import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FeedReader } from '../support/feed.js';
import { startDatabasePair } from '../support/postgres-pair.js';
import type { DatabasePair } from '../support/postgres-pair.js';
import { Sandbox } from '../support/sandbox-client.js';
import type { ProviderOrder } from '../support/sandbox-client.js';
import { migrate } from '../support/service-postgres.js';
import { Rows } from '../support/service-rows.js';
import { checkoutBody, Service, until } from '../support/service.js';
import type { Answer } from '../support/service.js';

/** Of the window in which a create of before may be under way, this is what a setting decides. */
const QUICK = { RAMP_TIMEOUT_MS: '1500', CHECKOUT_DEADLINE_MS: '8000' };
const CUSTOMERS = 6;

let pair: DatabasePair;
let sandbox: Sandbox;
let services: Service[];
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  pair = await startDatabasePair('shop');
  endings.push(() => pair.release());
  await migrate(pair.url);
  sandbox = await Sandbox.start();
  endings.push(() => sandbox.stop());
  const options = { databaseUrl: pair.url, rampUrl: sandbox.url, env: QUICK, process: true };
  services = await Promise.all([Service.start(options), Service.start(options)]);
  for (const service of services) endings.push(() => service.stop());
});
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface Customer {
  readonly body: Record<string, unknown>;
  readonly answers: Answer[];
}

const numberOf = ({ body }: Customer): string => String(body['merchantOrderNo']);
const logged = (event: string): Record<string, unknown>[] =>
  services.flatMap(({ program }) =>
    program
      .output()
      .split('\n')
      .filter((line) => line.includes(`"event":"${event}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );

/** Customers who check out one after the other, each again when the answer is no order, until told to stop. */
async function load(customers: Customer[], goesOn: () => boolean): Promise<void> {
  const one = async (service: Service): Promise<void> => {
    while (goesOn()) {
      const customer: Customer = { body: checkoutBody(), answers: [] };
      customers.push(customer);
      for (let tries = 0; tries < 3 && goesOn(); tries += 1) {
        const answer = await service.checkout(customer.body);
        customer.answers.push(answer);
        if (answer.status < 300) break;
        await sleep(100);
      }
    }
  };
  await Promise.all(Array.from({ length: CUSTOMERS }, (_, at) => one(services[at % services.length]!)));
}

it('failover that loses commits: no number twice, no event missed unnoticed, each order has a row or an alarm', async () => {
  const customers: Customer[] = [];
  const kept = until('some orders', () => Promise.resolve(customers.length > 8));
  let isOver = false;
  await sandbox.fault({ endpoint: 'create', act: 'delay-after', ms: 150, times: 0 });
  const loading = load(customers, () => !isOver);
  await kept;
  await pair.detach();
  const detachedAt = customers.length;
  const reader = new FeedReader(() => services[0]!);
  await until('orders that will be lost', async () => {
    await reader.read();
    return customers.length > detachedAt + 20 && reader.events.length > 60;
  });
  const before = reader.cursor!;
  await pair.failOver();
  const promotedAt = customers.length;
  await until('checkouts after the promotion', () => Promise.resolve(customers.length > promotedAt + CUSTOMERS));
  isOver = true;
  await loading;
  await sandbox.control('DELETE', '/faults');

  // The reader gets an error, and goes on from a new cursor.
  const expired = await until('an answer of the feed', async () => {
    const answer = await reader.ask(`after=${before}`);
    return answer.status < 500 && answer;
  });
  expect(expired).toMatchObject({ status: 410, body: { code: 'cursor_expired' } });
  const later = await new FeedReader(() => services[1]!).fromNowOn();
  const rows = Rows.of(pair.url);
  endings.push(() => rows.close());
  const listed = await rows.query<{ no: string; version: number }>(
    'SELECT merchant_order_no AS no, version FROM orders',
  );
  const seen = new Map(listed.map(({ no, version }) => [no, version]));
  const lost = customers.filter(
    (customer) => customer.answers.some(({ status }) => status === 201) && !seen.has(numberOf(customer)),
  );
  expect(lost.length).toBeGreaterThan(0);

  // All customers come again.
  for (const [at, customer] of customers.entries()) {
    const answer = await services[at % services.length]!.insist(customer.body);
    customer.answers.push(answer);
    expect([200, 201, 202], answer.text).toContain(answer.status);
  }
  const statuses = new Set(customers.flatMap(({ answers }) => answers.map(({ status }) => status)));
  expect([...statuses].filter((status) => ![200, 201, 202, 503].includes(status))).toEqual([]);
  expect((await sandbox.summary()).doubleCreates).toEqual([]);

  await until('each order of the provider has a row or an alarm', async () => {
    const { orders } = await sandbox.control<{ orders: ProviderOrder[] }>('GET', '/orders');
    const stored = await rows.query<{ order_no: string }>('SELECT order_no FROM trades WHERE order_no IS NOT NULL');
    const known = new Set([
      ...stored.map((row) => row.order_no),
      ...logged('answer_without_trade').map((line) => line['orderNo']),
    ]);
    return orders.every(({ orderNo }) => known.has(orderNo));
  });
  await until('the reader has all versions', async () => {
    const { hasMore } = await later.read();
    for (const { data } of later.events) seen.set(data.merchantOrderNo, data.version);
    const now = await rows.query<{ no: string; version: number }>(
      'SELECT merchant_order_no AS no, version FROM orders',
    );
    return !hasMore && now.every(({ no, version }) => seen.get(no) === version);
  });

  expect(logged('database_lost_commits')).toHaveLength(1);
  for (const service of services) expect(await service.metrics()).toContain('ramp_checkout_numbers_in_doubt 1');
});
