import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityProvider } from '../support/identity-provider.js';
import { holdAgainstDocument } from '../support/openapi/held-answers.js';
import { checkoutBody, expectProblem, orderOf } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';

type Headers = Readonly<Record<string, string>>;

const SECRET_NOTE = 'planted note of the shop';

let world: World;
let identity: IdentityProvider;
let shop: Headers;
let own: Headers;
let jane: Headers;

beforeAll(async () => {
  identity = await IdentityProvider.start();
  world = await startWorld(
    { AUTH: 'required', AUTH_GUESTS: 'true', LOG_LEVEL: 'trace', ...identity.settings },
    {},
    'process',
  );
  await holdAgainstDocument(world.service);
  shop = { 'x-api-key': (await createKey(world.databaseUrl, 'checkout', 'shop')).key };
  own = { 'x-api-key': (await createKey(world.databaseUrl, 'checkout', 'other', ['--scope', 'own'])).key };
  jane = { authorization: `Bearer ${await identity.token({ sub: 'jane' })}` };
}, 120_000);
afterAll(async () => {
  await world.close();
  await identity.close();
});

const guest = (): Headers => ({ 'idempotency-key': randomUUID() });
const read = (number: string, headers: Headers): Promise<Answer> =>
  world.service.request('GET', `/v1/orders/${number}`, { headers });
const note = (number: string, metadata: unknown, headers: Headers = shop): Promise<Answer> =>
  world.service.request('PATCH', `/v1/orders/${number}`, {
    body: JSON.stringify({ metadata }),
    headers: { 'content-type': 'application/json', ...headers },
  });

async function made(given: Readonly<Record<string, unknown>> = {}, headers: Headers = shop) {
  const body = checkoutBody(given);
  const sent = headers === shop ? body : { ...body, merchantOrderNo: undefined };
  const answer = await world.service.checkout(sent, headers);
  expect(answer.status, answer.text).toBe(201);
  const { merchantOrderNo: number, clientSecret } = orderOf(answer);
  return { number, body, answer, secret: { 'x-client-secret': clientSecret! } };
}
const namesOf = (count: number, first = 0): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${first + at}`, 'x']));

describe('metadata of a checkout', () => {
  it('is shown to servers with the customer, never to the provider, in a log, or to who has the secret', async () => {
    const metadata = { cart: '8841', note: SECRET_NOTE };
    const { number, answer, secret } = await made({ metadata: { ...metadata, empty: '' }, customer: { id: 'c-1' } });
    expect(answer.body).toMatchObject({ metadata, customer: { id: 'c-1' } });
    expect((await read(number, shop)).body).toMatchObject({ metadata, customer: { id: 'c-1' } });
    for (const headers of [secret, { ...own, ...secret }]) {
      const shown = await read(number, headers);
      expect(shown.status).toBe(200);
      expect(shown.body).not.toHaveProperty('metadata');
      expect(shown.body).not.toHaveProperty('customer');
    }
    expectProblem(await read(number, own), 404, 'not_found');
    expect(JSON.stringify(await world.sandbox.calls('create'))).not.toContain(SECRET_NOTE);
    expect(world.service.program.output()).not.toContain(SECRET_NOTE);
    const [events] = await world.rows.query("SELECT string_agg(e::text, '') AS text FROM order_events e");
    expect(String(events!['text'])).not.toContain(SECRET_NOTE);
  });

  it('is no part of what makes a repeat the same, and is not changed by one', async () => {
    const { number, body } = await made({ metadata: { a: '1' } });
    for (const metadata of [{ a: '2', b: '3' }, undefined, null]) {
      const again = await world.service.checkout({ ...body, metadata }, shop);
      expect([again.status, again.body['metadata']]).toEqual([200, { a: '1' }]);
    }
    expect(await world.rows.trades(number)).toHaveLength(1);
  });

  it('is not set by customers or guests: 403, and nothing is made', async () => {
    const before = (await world.sandbox.calls('create')).length;
    for (const headers of [jane, guest()]) {
      const body = { ...checkoutBody({ metadata: {} }), merchantOrderNo: undefined };
      expectProblem(await world.service.checkout(body, headers), 403, 'forbidden');
    }
    expect(await world.sandbox.calls('create')).toHaveLength(before);
  });

  it.each<[string, unknown]>([
    ['21 names', namesOf(21)],
    ['a list', ['a']],
    ['a text', 'a'],
    ['a number as a text', { a: 1 }],
    ['an object as a text', { a: {} }],
    ['a name of 41', { ['a'.repeat(41)]: 'x' }],
    ['a text of 501', { a: 'x'.repeat(501) }],
    ['NUL', { a: '\u0000' }],
    ['half of a pair', { a: '\ud800' }],
    ['two lines', { a: 'x\r\ny' }],
    ['a name with brackets', { 'a[0]': 'x' }],
    ['a name of all objects', { constructor: 'x' }],
  ])('is 400 with %s, also on a sale and in a change', async (_, metadata) => {
    const { number } = await (first ??= made());
    for (const answer of [
      await world.service.checkout(checkoutBody({ metadata }), shop),
      await world.service.post('/v1/sell-orders', { orderNo: 'P-never', metadata }, shop),
      await note(number, metadata),
    ]) {
      const { errors } = expectProblem(answer, 400, 'invalid_request');
      expect((errors as { field: string }[])[0]!.field).toMatch(/^metadata/);
    }
    expect((await read(number, shop)).body['metadata']).toEqual({});
  });
  let first: ReturnType<typeof made> | undefined;

  it.each([`{"metadata":{"__proto__":"x"}}`, `{"metadata":{"a":"1","a":"2"}}`, `{}`, `{"metadata":null}`])(
    'is 400 as %s',
    async (body) => {
      const { number } = await (first ??= made());
      const headers = { 'content-type': 'application/json', ...shop };
      const answer = await world.service.request('PATCH', `/v1/orders/${number}`, { body, headers });
      expectProblem(answer, 400, 'invalid_request');
    },
  );
});

describe('changing metadata', () => {
  it('merges, takes away what is empty or null, and is no change of the order', async () => {
    const { number } = await made({ metadata: { a: '1', b: '2', c: '3' } });
    await world.sandbox.force(number, 'FINISHED');
    await expect.poll(async () => (await read(number, shop)).body['final']).toBe(true);
    const before = (await read(number, shop)).body;
    const told = (): Promise<unknown[]> =>
      world.rows.query('SELECT id FROM outbox WHERE merchant_order_no = $1', [number]);
    const messages = await told();
    const answer = await note(number, { a: '', b: null, c: '4', d: 'ä\u{1F600}' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body['metadata']).toEqual({ c: '4', d: 'ä\u{1F600}' });
    expect((await read(number, shop)).body).toEqual({ ...before, metadata: { c: '4', d: 'ä\u{1F600}' } });
    expect(await told()).toEqual(messages);
  });

  it('of 20 names is kept to 20, also by many at once, of which each holds or is refused', async () => {
    const { number } = await made({ metadata: namesOf(18) });
    expectProblem(await note(number, namesOf(3, 18)), 400, 'invalid_request');
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => note(number, { [`more${at}`]: 'x' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    expect(Object.keys((await read(number, shop)).body['metadata'] as object)).toHaveLength(20);
    // One goes, one comes.
    expect((await note(number, { n0: null, other: 'x' })).status).toBe(200);
  });

  it('stays beside what the order comes to', async () => {
    const { number } = await made({ metadata: { a: '1' } });
    await Promise.all([
      world.sandbox.force(number, 'PAY_SUCCESS', {}, false),
      ...Array.from({ length: 8 }, (_, at) => note(number, { [`k${at}`]: String(at) })),
    ]);
    await expect.poll(async () => (await read(number, shop)).body['status']).toBe('PAID');
    expect(Object.keys((await read(number, shop)).body['metadata'] as object)).toHaveLength(9);
  });

  it('is refused of an order whose customer is forgotten, and nothing is stored', async () => {
    const { number } = await made({ metadata: { a: '1' } });
    await world.sandbox.force(number, 'FINISHED');
    await expect.poll(async () => (await read(number, shop)).body['final']).toBe(true);
    const admin = { 'x-api-key': (await createKey(world.databaseUrl, 'admin', 'boss')).key };
    const forgotten = await world.service.post('/v1/admin/forget', { merchantOrderNo: number }, admin);
    expect(forgotten.body, forgotten.text).toMatchObject({ erased: 1 });
    for (const change of [{ b: SECRET_NOTE }, { a: null }]) {
      const { errors } = expectProblem(await note(number, change), 400, 'invalid_request');
      expect(errors).toEqual([
        { field: 'metadata', message: 'cannot be changed: the customer of this order is forgotten' },
      ]);
    }
    expect(await world.rows.query('SELECT metadata FROM orders WHERE merchant_order_no = $1', [number])).toEqual([
      { metadata: {} },
    ]);
  });

  it('is for servers that see the order: not for its customer, a guest, or a server that sees its own alone', async () => {
    const { number, secret } = await made({ metadata: { a: '1' } });
    expectProblem(await note(number, { a: '2' }, own), 404, 'not_found');
    expectProblem(await note(number, { a: '2' }, { ...own, ...secret }), 404, 'not_found');
    expectProblem(await note(number, { a: '2' }, jane), 403, 'forbidden');
    expectProblem(await note(number, { a: '2' }, secret), 401, 'unauthenticated');
    expectProblem(await note('N-none', { a: '2' }), 404, 'not_found');
    const ofGuest = await made({}, guest());
    expect((await note(ofGuest.number, { a: '2' })).body['metadata']).toEqual({ a: '2' });
    expect((await read(ofGuest.number, ofGuest.secret)).body).not.toHaveProperty('metadata');
    expect((await read(number, shop)).body['metadata']).toEqual({ a: '1' });
  });
});

it('staff sees it with the order, masked as all of it, and whole where it is revealed', async () => {
  const customer = { id: 'customer-of-the-note', email: 'jane@planted.example' };
  const metadata = { cart: '8841', note: `for ${customer.id}`, email: 'jim@planted.example' };
  const { number } = await made({ metadata, customer });
  const support = { 'x-api-key': (await createKey(world.databaseUrl, 'support', 'desk')).key };
  const path = `/v1/admin/orders/${number}`;
  const file = await world.service.request('GET', path, { headers: support });
  expect(file.body['metadata']).toMatchObject({ cart: '8841' });
  for (const personal of [customer.id, 'jim@planted.example']) expect(file.text).not.toContain(personal);
  const revealed = await world.service.post(`${path}/reveal`, { reason: 'the customer asks' }, support);
  expect(revealed.body['metadata']).toEqual(metadata);
});

it('a sale has metadata too: its customer does not see it, and registering it again does not change it', async () => {
  const sale = { merchantOrderNo: `S-${randomUUID().slice(0, 8)}`, customer: { id: 'jane' } };
  const register = (metadata: unknown): Promise<Answer> =>
    world.service.post('/v1/sell-orders', { ...sale, metadata }, shop);
  const answer = await register({ a: '1' });
  expect([answer.status, answer.body['metadata'], answer.body['customer']]).toEqual([201, { a: '1' }, { id: 'jane' }]);
  expect(await register({ a: '2' })).toMatchObject({ status: 200, body: { metadata: { a: '1' } } });
  expect((await note(sale.merchantOrderNo, { b: '2' })).body['metadata']).toEqual({ a: '1', b: '2' });
  const shown = await read(sale.merchantOrderNo, jane);
  expect(shown.status).toBe(200);
  expect(shown.body).not.toHaveProperty('metadata');
});
