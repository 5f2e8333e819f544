import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from '../support/event-stream.js';
import { createKey } from '../support/made-key.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newNumber, orderOf, until } from '../support/service.js';
import type { Answer, OrderBody, Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

type Headers = Readonly<Record<string, string>>;

const SETTINGS = { AUTH: 'required', AUTH_GUESTS: 'true', CLIENT_SECRET_TTL_MS: '0', LOG_LEVEL: 'debug' };
const REASON = { reason: 'The customer lost her phone, ticket 4711' };
const DAY = 86_400_000;

const world = useWorld(SETTINGS, { own: 'process', document: true });
let support: Headers;
let shop: Headers;
let admin: Headers;
/** On the same database: what it does not change itself it learns from Postgres. */
let other: Service;

beforeAll(async () => {
  const key = async (role: string): Promise<Headers> => ({
    'x-api-key': (await createKey(world.databaseUrl, role, `${role} of the link`)).key,
  });
  [support, shop, admin] = [await key('support'), await key('checkout'), await key('admin')];
  other = await world.replica({ ...SETTINGS, ROLES: 'api' }, { lasts: true });
});

const issue = (number: string, as = support, body: object = REASON): Promise<Answer> =>
  world.service.post(`/v1/admin/orders/${number}/customer-link`, body, as);

/** The header that the page of a link sends. */
function secretIn(answer: Answer): Headers {
  expect(answer.status, answer.text).toBe(201);
  const [, secret = ''] = String(answer.body['url']).split('#');
  return { 'x-client-secret': secret };
}

const read = (number: string, headers: Headers, service = other): Promise<Answer> =>
  service.request('GET', `/v1/orders/${number}`, { headers });

const retry = (number: string, headers: Headers): Promise<Answer> =>
  other.request('POST', `/v1/orders/${number}/retry`, {
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });

interface Guest {
  readonly order: OrderBody;
  readonly number: string;
  readonly secret: Headers;
  readonly repeat: () => Promise<Answer>;
}

async function guest(given: object = {}): Promise<Guest> {
  const key = { 'idempotency-key': randomUUID() };
  const body = checkoutBody({ merchantOrderNo: undefined, ...given });
  const repeat = (): Promise<Answer> => world.service.checkout(body, key);
  const order = orderOf(await repeat());
  return { order, number: order.merchantOrderNo, secret: { 'x-client-secret': order.clientSecret! }, repeat };
}

describe('a link for the customer', () => {
  it('opens the order, and ends the older secret on all replicas: reads, retries and open streams', async () => {
    const { number, secret } = await guest();
    const stream = await EventStream.open(other.url, number, secret);
    await stream.event('the order now', () => true);

    const answer = await issue(number);
    const link = new URL(String(answer.body['url']));
    expect([link.origin, link.pathname, link.search]).toEqual([world.service.url, `/orders/${number}`, '']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const daysLeft = (Date.parse(String(answer.body['expiresAt'])) - Date.now()) / DAY;
    expect(daysLeft).toBeCloseTo(30, 2);

    expect(await stream.ended()).toBe('end');
    expectProblem(await read(number, secret), 404, 'not_found');
    expectProblem(await read(`${number}/events`, secret), 404, 'not_found');
    expectProblem(await retry(number, secret), 404, 'not_found');
    const fresh = secretIn(answer);
    expect(await read(number, fresh)).toMatchObject({ status: 200, body: { merchantOrderNo: number } });
    expect((await EventStream.open(other.url, number, fresh)).status).toBe(200);
    expectProblem(await retry(number, fresh), 409, 'order_not_retryable');
    // It reads as a client secret does, not as staff or a server.
    expect((await read(number, fresh)).body).not.toHaveProperty('metadata');
  });

  it('is audited with the reason, and its secret is kept nowhere', async () => {
    const { number } = await guest();
    const { 'x-client-secret': secret = '' } = secretIn(await issue(number));
    const [entry, ...more] = await world.rows.query('SELECT * FROM audit_log WHERE target = $1', [number]);
    expect([entry, more]).toMatchObject([{ action: 'order.customer_link', reason: REASON.reason }, []]);
    const [, , mac = ''] = secret.split('_');
    const dump = JSON.stringify([entry, await world.rows.query('SELECT o::text FROM orders o')]);
    for (const text of [dump, world.service.program.output()]) expect(text).not.toContain(mac.slice(0, 20));
  });

  it.each<[string, (number: string) => Promise<Answer>]>([
    ['a link', issue],
    ['a revocation', (number) => world.service.post(`/v1/admin/orders/${number}/revoke-secret`, REASON, support)],
  ])("ends a guest's request with its secret, by %s: a copy of it reads and makes nothing", async (_, end) => {
    const merchantOrderNo = newNumber();
    const made = await world.service.post('/v1/checkout-links', { merchantOrderNo }, shop);
    const link = new URL(String(made.body['url'])).searchParams.get('link');
    for (const one of [await guest(), await guest({ merchantOrderNo, link })]) {
      expect((await one.repeat()).status).toBe(200);
      expect((await end(one.number)).status).toBeLessThan(300);
      const copied = await one.repeat();
      expectProblem(copied, 409, 'merchant_order_no_conflict');
      expect(copied.text).not.toMatch(/payUrl|0x52908400/);
      // Where a repeat would make the next trade.
      await pressButton(one.order.payUrl!, 'fail');
      await until('it failed', async () => (await read(one.number, shop)).body['status'] === 'PAYMENT_FAILED');
      expectProblem(await one.repeat(), 409, 'merchant_order_no_conflict');
      expect(await world.sandbox.creates(one.number)).toHaveLength(1);
    }
  });

  it('retries with its secret, after which the request of the guest is still over', async () => {
    const { number, order, repeat } = await guest();
    const fresh = secretIn(await issue(number));
    await pressButton(order.payUrl!, 'fail');
    await until('it failed', async () => (await read(number, fresh)).body['status'] === 'PAYMENT_FAILED');
    expect(await retry(number, fresh)).toMatchObject({ status: 201, body: { merchantOrderNo: number } });
    expectProblem(await repeat(), 409, 'merchant_order_no_conflict');
  });

  it('is given to a repeat by the server of the order', async () => {
    const body = checkoutBody();
    const made = orderOf(await world.service.checkout(body, shop));
    const { 'x-client-secret': newest } = secretIn(await issue(made.merchantOrderNo));
    expect(newest).not.toBe(made.clientSecret);
    expect(orderOf(await world.service.checkout(body, shop)).clientSecret).toBe(newest);
  });

  it('works for 30 days after an order whose own secret has ended, and for a sale', async () => {
    const { number, order, secret } = await guest();
    await pressButton(order.payUrl!, 'pay');
    await until('its secret has ended', async () => (await read(number, secret)).status === 404);
    expect((await read(number, secretIn(await issue(number)))).body).toMatchObject({ status: 'COMPLETED' });

    const sale = await world.service.post('/v1/sell-orders', { orderNo: `P-${newNumber()}` }, shop);
    const saleNumber = String(sale.body['merchantOrderNo']);
    expect((await read(saleNumber, secretIn(await issue(saleNumber)))).body).toMatchObject({ side: 'SELL' });
  });

  it('ends when staff revokes it', async () => {
    const { number } = await guest();
    const fresh = secretIn(await issue(number));
    await world.service.post(`/v1/admin/orders/${number}/revoke-secret`, REASON, support);
    expectProblem(await read(number, fresh), 404, 'not_found');
    expect((await read(number, secretIn(await issue(number)))).status).toBe(200);
  });

  it('is refused for an unknown or erased order, and without a reason', async () => {
    expectProblem(await issue('nobody-1'), 404, 'not_found');
    const { merchantOrderNo: number, payUrl } = orderOf(await world.service.checkout(checkoutBody(), shop));
    expectProblem(await issue(number, support, {}), 400, 'invalid_request');
    await pressButton(payUrl!, 'pay');
    await until('paid', async () => (await read(number, shop)).body['status'] === 'COMPLETED');
    const fresh = secretIn(await issue(number));
    const forgotten = await world.service.post('/v1/admin/forget', { merchantOrderNo: number }, admin);
    expect(forgotten.status, forgotten.text).toBe(200);
    expectProblem(await read(number, fresh), 404, 'not_found');
    expectProblem(await issue(number), 404, 'not_found');
    const ofLinks = `SELECT 1 FROM audit_log WHERE target = $1 AND action = 'order.customer_link'`;
    expect(await world.rows.query(ofLinks, [number]), 'only of the link that was issued').toHaveLength(1);
    expect(
      await world.rows.query('SELECT secret_salt, secret_until FROM orders WHERE merchant_order_no = $1', [number]),
    ).toEqual([{ secret_salt: null, secret_until: null }]);
  });
});

it('each member of staff may issue as many links an hour as reveals', async () => {
  const { service, databaseUrl } = await world.another({ AUTH: 'required', REVEALS_PER_HOUR: '1' });
  const key = async (role: string): Promise<Headers> => ({
    'x-api-key': (await createKey(databaseUrl, role, `limited ${role}`)).key,
  });
  const as = await key('support');
  const { merchantOrderNo: number } = orderOf(await service.checkout(checkoutBody(), await key('checkout')));
  const send = (): Promise<Answer> => service.post(`/v1/admin/orders/${number}/customer-link`, REASON, as);
  const fresh = secretIn(await send());
  expectProblem(await send(), 429, 'rate_limited');
  // A refused one ends nothing.
  expect((await read(number, fresh, service)).status).toBe(200);
});
