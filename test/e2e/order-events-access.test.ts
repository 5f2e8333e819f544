import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from '../support/event-stream.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { createKey } from '../support/made-key.js';
import type { Service } from '../support/service.js';
import { checkoutBody, expectProblem, orderOf, until } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

type Headers = Readonly<Record<string, string>>;

let world: World;
let identity: IdentityProvider;
/** On the same database; streams are opened here, and everything else is done at the first one. */
let other: Service;
let admin: Headers;
let server: Headers;

beforeAll(async () => {
  identity = await IdentityProvider.start();
  const env = { AUTH: 'required', AUTH_GUESTS: 'true', ...identity.settings };
  world = await startWorld(env);
  other = await world.replica({ ...env, ROLES: 'api' }, { lasts: true });
  admin = { 'x-api-key': await makeKey('admin', 'boss') };
  server = { 'x-api-key': await makeKey('checkout', 'shop') };
});
afterAll(async () => {
  await world.close();
  await identity.close();
});

async function makeKey(role: string, name: string): Promise<string> {
  return (await createKey(world.databaseUrl, role, name)).key;
}

async function loggedIn(sub: string, seconds = 300): Promise<Headers> {
  const exp = Math.floor(Date.now() / 1000) + seconds;
  return { authorization: `Bearer ${await identity.token({ sub, exp })}` };
}

async function orderBy(as: Headers): Promise<{ number: string; secret: Headers }> {
  const isGuest = Object.keys(as).length === 0;
  const body = isGuest ? { ...checkoutBody(), merchantOrderNo: undefined } : checkoutBody();
  const answer = await world.service.checkout(body, isGuest ? { 'idempotency-key': randomUUID() } : as);
  expect(answer.status, answer.text).toBe(201);
  const { merchantOrderNo, clientSecret } = orderOf(answer);
  return { number: merchantOrderNo, secret: { 'x-client-secret': clientSecret! } };
}

async function follow(number: string, as: Headers): Promise<EventStream> {
  const stream = await EventStream.open(other.url, number, as);
  if (stream.status === 200) await stream.event('the order now', () => true);
  return stream;
}

async function refused(number: string, as: Headers, status: number, code: string): Promise<void> {
  const answer = await other.request('GET', `/v1/orders/${number}/events`, { headers: as });
  expectProblem(answer, status, code);
}

describe('who may follow an order', () => {
  it.each<[string, () => Promise<Headers>]>([
    ['a customer her own', () => loggedIn('alice')],
    ['a server its own', () => Promise.resolve(server)],
    ['a guest the one whose secret he has', () => Promise.resolve({})],
  ])('%s, and as GET shows it', async (_, who) => {
    const as = await who();
    const { number, secret } = await orderBy(as);
    for (const headers of [...(Object.keys(as).length === 0 ? [] : [as]), secret]) {
      const stream = await follow(number, headers);
      expect(stream.status).toBe(200);
      await until('what is read came as an event', async () => {
        const read = await other.request('GET', `/v1/orders/${number}`, { headers });
        const event = stream.events.find(({ id }) => id === read.body['version']);
        if (event !== undefined) expect(event.order).toEqual(read.body);
        return event;
      });
      expect(stream.newest!.order.payUrl).toMatch(/^http/);
    }
  });

  it('a secret in the address is none', async () => {
    const { number, secret } = await orderBy({});
    const path = `/v1/orders/${number}/events?clientSecret=${secret['x-client-secret']}`;
    expectProblem(await other.get(path), 401, 'unauthenticated');
  });
});

it('a sale is its customer\u2019s, and whose secret is shown; nobody else\u2019s', async () => {
  const [alice, bob] = [await loggedIn('alice'), await loggedIn('bob')];
  const register = () => world.service.post('/v1/sell-orders', { orderNo: 'P-1', customer: { id: 'alice' } }, server);
  const { status, body } = await register();
  const { merchantOrderNo: number, clientSecret } = body as { merchantOrderNo: string; clientSecret: string };
  expect([status, clientSecret]).toEqual([201, expect.stringMatching(/^cs_1_[A-Za-z0-9_-]{43}$/)]);
  expect(await register()).toMatchObject({ status: 200, body: { clientSecret } });
  for (const headers of [server, alice, { 'x-client-secret': clientSecret }]) {
    const read = await other.request('GET', `/v1/orders/${number}`, { headers });
    expect(read).toMatchObject({ status: 200, body: { merchantOrderNo: number, side: 'SELL' } });
    expect((await follow(number, headers)).status).toBe(200);
  }
  await refused(number, bob, 404, 'not_found');
  await refused(number, {}, 401, 'unauthenticated');
  // Of a purchase the customer\u2019s id says for whom it is, not whose.
  const bought = await world.service.checkout(checkoutBody({ customer: { id: 'alice' } }), server);
  await refused(orderOf(bought).merchantOrderNo, alice, 404, 'not_found');
});

it('why an order is in review is told to the server whose order it is, not to a customer or a guest', async () => {
  const reasons = [{ kind: 'field', field: 'country', expected: 'US', actual: 'DE' }];
  for (const [who, told] of [
    [server, reasons],
    [await loggedIn('alice'), undefined],
    [{}, undefined],
  ] as const) {
    const { number, secret } = await orderBy(who);
    await world.sandbox.force(number, 'PENDING', { alpha2: 'DE' });
    const seen = new Map<Headers, unknown>([
      [secret, undefined],
      [Object.keys(who).length === 0 ? secret : who, told],
    ]);
    for (const [headers, expected] of seen) {
      const stream = await follow(number, headers);
      const { order } = await stream.event('in review', (one) => one.order.inReview);
      const read = await other.request('GET', `/v1/orders/${number}`, { headers });
      for (const shown of [order, read.body]) expect(shown['reviewReasons']).toEqual(expected);
    }
  }
});

describe('a stream ends, and gives nothing more, when', () => {
  it('its secret is revoked', async () => {
    const { number, secret } = await orderBy({});
    const stream = await follow(number, secret);
    const path = `/v1/admin/orders/${number}/revoke-secret`;
    const answer = await world.service.post(path, { reason: 'it was leaked' }, admin);
    expect(answer.status, answer.text).toBe(200);
    expect(await stream.ended()).toBe('end');
    await refused(number, secret, 404, 'not_found');
  });

  it('its secret is revoked, but not that of the owner who shows something else', async () => {
    const as = await loggedIn('carol');
    const { number, secret } = await orderBy(as);
    const [mine, byLink] = [await follow(number, as), await follow(number, secret)];
    await world.service.post(`/v1/admin/orders/${number}/revoke-secret`, { reason: 'it was leaked' }, admin);
    expect(await byLink.ended()).toBe('end');
    await world.sandbox.force(number, 'PAY_SUCCESS', {}, false);
    await mine.event('paid', ({ order }) => order.status === 'PAID');
    expect(byLink.events.some(({ order }) => order.status === 'PAID')).toBe(false);
  });

  it('its API key is revoked', async () => {
    const made = await world.service.post('/v1/admin/keys', { role: 'checkout', name: 'leaky shop' }, admin);
    expect(made.status, made.text).toBe(201);
    const as = { 'x-api-key': String(made.body['key']) };
    const { number } = await orderBy(as);
    const stream = await follow(number, as);
    await world.service.post(`/v1/admin/keys/${String(made.body['id'])}/revoke`, { reason: 'leaked' }, admin);
    await until('the other process knows it', async () => {
      const answer = await other.request('GET', `/v1/orders/${number}`, { headers: as });
      return answer.status === 401;
    });
    await world.sandbox.force(number, 'PAY_SUCCESS', {}, false);
    expect(await stream.ended()).toBe('end');
    expect(stream.events.some(({ order }) => order.status === 'PAID')).toBe(false);
  });

  it('its token has expired', async () => {
    const { number } = await orderBy(await loggedIn('dora'));
    // Clocks may differ by 30 s: a token that ended 15 s ago is good for 15 more.
    const as = await loggedIn('dora', -15);
    const stream = await follow(number, as);
    await until('the token is refused', async () => {
      const answer = await other.request('GET', `/v1/orders/${number}`, { headers: as });
      return answer.status === 401;
    });
    await world.sandbox.force(number, 'PAY_SUCCESS', {}, false);
    expect(await stream.ended()).toBe('end');
    expect(stream.events.some(({ order }) => order.status === 'PAID')).toBe(false);
  });
});
