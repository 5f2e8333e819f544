import { beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from '../support/event-stream.js';
import { holdAgainstDocument } from '../support/openapi/held-answers.js';
import { runToEnd } from '../support/run-to-end.js';
import type { Ran } from '../support/run-to-end.js';
import {
  checkoutBody,
  expectProblem,
  newCheckout,
  newNumber,
  orderOf,
  SERVICE_KEY,
  until,
} from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import type { Answer, Service } from '../support/service.js';

interface MadeKey extends Record<string, unknown> {
  readonly id: string;
  readonly key: string;
}

const ENV = { AUTH: 'required', LOG_LEVEL: 'trace' };

const world = useWorld(ENV, { own: 'process', document: true });
let one: Service;
let two: Service;
let admin: MadeKey;
/** The text of every key in this test. */
const keys: string[] = [];

const keyProgram = (args: readonly string[], env: Readonly<Record<string, string>> = environment()): Promise<Ran> =>
  runToEnd('src/cli/key/main.js', args, env);
const environment = (): Record<string, string> => ({
  DATABASE_URL: world.databaseUrl,
  SERVICE_KEY,
  TZ: 'Pacific/Chatham',
});

async function keyJson(...args: string[]): Promise<MadeKey> {
  const ran = await keyProgram([...args, '--json']);
  expect(ran).toMatchObject({ code: 0, errors: '' });
  const said = JSON.parse(ran.out) as MadeKey;
  if (typeof said.key === 'string') keys.push(said.key);
  return said;
}

const get = (service: Service, path: string, key: string): Promise<Answer> =>
  service.request('GET', path, { headers: { 'x-api-key': key } });
const post = (service: Service, path: string, key: string, body: unknown = {}): Promise<Answer> =>
  service.post(path, body, { 'x-api-key': key });

async function made(role: string, more: Readonly<Record<string, unknown>> = {}): Promise<MadeKey> {
  const answer = await post(one, '/v1/admin/keys', admin.key, { name: `a ${role}`, role, ...more });
  expect(answer.status, answer.text).toBe(201);
  const body = answer.body as MadeKey;
  keys.push(body.key);
  return body;
}

const listed = async (service = one): Promise<Record<string, unknown>[]> =>
  (await get(service, '/v1/admin/keys?limit=200', admin.key)).body['items'] as Record<string, unknown>[];

beforeAll(async () => {
  one = world.service;
  two = await world.replica(ENV, { process: true, lasts: true });
  await holdAgainstDocument(two);
  admin = await keyJson('create', '--role', 'admin', '--name', 'first');
}, 180_000);

const EXPIRES = new Date(Date.now() + 89 * 86_400_000).toISOString();

const PATIENT = { timeout: 180_000 };

describe('npm run key', PATIENT, () => {
  it('makes the first key, for a machine', () => {
    expect(Object.keys(admin).slice(0, 4)).toEqual(['id', 'key', 'role', 'name']);
    expect(admin).toMatchObject({ role: 'admin', name: 'first', status: 'active', createdBy: 'command-line' });
    expect(admin.key).toMatch(/^rck_[a-z2-9]{12}_[A-Za-z0-9_-]{43}$/);
    expect(admin.key).toContain(String(admin['prefix']));
  });

  it('makes one for staff: shown once, and audited', async () => {
    const ran = await keyProgram(['create', '--role', 'finance', '--name', 'Söhne & Co', '--expires', EXPIRES]);
    expect(ran).toMatchObject({ code: 0, errors: '' });
    const key = /rck_\S+/.exec(ran.out)![0];
    keys.push(key);
    expect(ran.out.split(key)).toHaveLength(2);
    expect(ran.out).toMatch(/never again/);
    expect((await get(one, '/v1/cryptos', key)).status).toBe(200);
    const id = /Its id is (\S+);/.exec(ran.out)![1]!;
    const [entry] = await world.rows.query('SELECT * FROM audit_log WHERE target = $1', [id]);
    expect(entry).toMatchObject({ action: 'key.create', actor_id: 'command-line', address: null });
    expect((await listed()).find((item) => item['id'] === id)).toMatchObject({ expiresAt: EXPIRES });
  });

  it('revokes a key; a second time changes nothing', async () => {
    const { id, key } = await keyJson('create', '--role', 'support', '--name', 'desk');
    const ended = await keyProgram(['revoke', id, '--reason', 'leaked']);
    expect(ended).toMatchObject({
      code: 0,
      errors: '',
      out: expect.stringMatching(/^The key desk was revoked/) as string,
    });
    expectProblem(await get(one, '/v1/cryptos', key), 401, 'unauthenticated');
    expect((await keyProgram(['revoke', id])).out).toBe(ended.out);
    const entries = await world.rows.query('SELECT action, reason FROM audit_log WHERE target = $1 ORDER BY id', [id]);
    expect(entries.at(-1)).toEqual({ action: 'key.revoke', reason: 'leaked' });
  });

  it('prints --help without any setting', async () => {
    for (const args of [['--help'], ['create', '--help']]) {
      const ran = await keyProgram(args, {});
      expect([ran.code, ran.errors]).toEqual([0, '']);
      expect(ran.out).toContain('npm run key -- create --role <role>');
    }
  });
});

describe('a server', () => {
  const customer = { id: 'c-77', email: 'jane@customer.example' };

  it('makes an order for a customer and reads it; a key of scope own neither sees it nor can reuse its number', async () => {
    const other = await made('checkout', { scope: 'own' });
    const [shop, support] = [await made('checkout'), await made('support')];
    const { body, number } = newCheckout({ customer });
    const answer = await post(one, '/v1/checkouts', shop.key, body);
    expect(answer.status, answer.text).toBe(201);
    const order = await get(two, `/v1/orders/${number}`, shop.key);
    expect(orderOf(order)).toMatchObject({ merchantOrderNo: number, payUrl: orderOf(answer).payUrl });
    const [row] = await world.rows.query('SELECT caller, customer_id FROM orders WHERE merchant_order_no = $1', [
      number,
    ]);
    expect(row).toEqual({ caller: `key:${shop.id}`, customer_id: 'c-77' });

    expectProblem(await get(one, `/v1/orders/${number}`, other.key), 404, 'not_found');
    expectProblem(await post(two, `/v1/orders/${number}/retry`, other.key), 404, 'not_found');
    expectProblem(await post(one, '/v1/checkouts', other.key, body), 409, 'merchant_order_no_conflict');
    expectProblem(await get(one, `/v1/orders/${number}`, support.key), 403, 'forbidden');
    expectProblem(await get(one, `/v1/orders/${number}`, admin.key), 403, 'forbidden');
    expect((await post(two, '/v1/checkouts', shop.key, body)).status).toBe(200);
    expect(await world.rows.trades(number)).toHaveLength(1);
  });

  it('a key of scope own registers no sale: neither does it read that of another shop, nor block it', async () => {
    const [own, shop] = [await made('checkout', { scope: 'own' }), await made('checkout')];
    const orderNo = (): string => `5550${newNumber().slice(-6)}`;
    const sales = [
      { orderNo: orderNo() },
      { merchantOrderNo: newNumber() },
      { orderNo: orderNo(), merchantOrderNo: newNumber() },
    ];
    for (const sale of sales) {
      expectProblem(await post(one, '/v1/sell-orders', own.key, sale), 403, 'forbidden');
      const answer = await post(two, '/v1/sell-orders', shop.key, sale);
      expect(answer.status, answer.text).toBe(201);
      expectProblem(await post(one, '/v1/sell-orders', own.key, sale), 403, 'forbidden');
      const { merchantOrderNo } = orderOf(answer);
      expectProblem(await get(one, `/v1/orders/${merchantOrderNo}`, own.key), 404, 'not_found');
      expect((await post(one, '/v1/sell-orders', shop.key, sale)).status).toBe(200);
    }
    const { rows } = world;
    expect(await rows.query('SELECT 1 FROM orders WHERE caller = $1', [`key:${own.id}`])).toEqual([]);
  });

  it("sees and follows others' orders with scope all; only the creator can retry one", async () => {
    const [shop, other, own] = [
      await made('checkout', { scope: 'own' }),
      await made('checkout'),
      await made('checkout', { scope: 'own' }),
    ];
    expect([shop['scope'], other['scope'], admin['scope']]).toEqual(['own', 'all', null]);
    const number = newNumber();
    const answer = await post(one, '/v1/checkouts', shop.key, checkoutBody({ merchantOrderNo: number }));
    expect(answer.status, answer.text).toBe(201);
    for (const service of [one, two]) {
      const theirs = await get(service, `/v1/orders/${number}`, other.key);
      expect(theirs.status, theirs.text).toBe(200);
      expect(orderOf(theirs)).toMatchObject({ merchantOrderNo: number, payUrl: orderOf(answer).payUrl });
      expectProblem(await get(service, `/v1/orders/${number}`, own.key), 404, 'not_found');
    }
    const stream = await EventStream.open(two.url, number, { 'x-api-key': other.key });
    expect(stream.status).toBe(200);
    stream.leave();
    expectProblem(await get(two, `/v1/orders/${number}/events`, own.key), 404, 'not_found');
    expectProblem(await post(one, `/v1/orders/${number}/retry`, other.key), 403, 'forbidden');
    expectProblem(await post(one, `/v1/orders/${number}/retry`, own.key), 404, 'not_found');
  });

  it('is refused on every replica within seconds of its revocation', async () => {
    const shop = await made('checkout');
    for (const service of [one, two]) expect((await get(service, '/v1/cryptos', shop.key)).status).toBe(200);
    for (const reason of ['', 'lea\nked', '\u2066leaked']) {
      expectProblem(await post(one, `/v1/admin/keys/${shop.id}/revoke`, admin.key, { reason }), 400, 'invalid_request');
    }
    const answer = await post(one, `/v1/admin/keys/${shop.id}/revoke`, admin.key, { reason: 'leaked' });
    expect(answer.body).toMatchObject({ id: shop.id, status: 'revoked' });
    const again = await post(two, `/v1/admin/keys/${shop.id}/revoke`, admin.key);
    expect([again.status, again.body['revokedAt']]).toEqual([200, answer.body['revokedAt']]);
    for (const service of [one, two]) {
      await until('it is refused', async () => (await get(service, '/v1/cryptos', shop.key)).status === 401);
      expectProblem(await post(service, '/v1/checkouts', shop.key, checkoutBody()), 401, 'unauthenticated');
    }
    const entries = await world.rows.query(
      'SELECT actor_id, address, reason, trace_id FROM audit_log WHERE target = $1 AND action = $2',
      [...[shop.id, 'key.revoke']],
    );
    expect(entries).toEqual([
      {
        actor_id: `key:${admin.id}`,
        address: expect.stringContaining('127.0.0.1') as string,
        reason: 'leaked',
        trace_id: answer.headers.get('x-request-id'),
      },
    ]);
  });
});

describe('staff', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no name', { role: 'admin' }, 'name'],
    ['an empty name', { name: '', role: 'admin' }, 'name'],
    ['a name that steers a terminal', { name: 'a\u001b[2J', role: 'admin' }, 'name'],
    ['a name that is a list', { name: ['a'], role: 'admin' }, 'name'],
    ['no role', { name: 'a' }, 'role'],
    ['an unknown role', { name: 'a', role: 'guest' }, 'role'],
    ['a list of roles', { name: 'a', role: ['admin'] }, 'role'],
    ['an expiry that is no time', { name: 'a', role: 'admin', expiresAt: 'soon' }, 'expiresAt'],
    ['an expiry that is past', { name: 'a', role: 'admin', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['an unknown scope', { name: 'a', role: 'checkout', scope: 'mine' }, 'scope'],
    ['a scope for staff', { name: 'a', role: 'support', scope: 'all' }, 'scope'],
    ['an account of its choice', { name: 'a', role: 'admin', account: 'x' }, 'account'],
    ['a key of its choice', { name: 'a', role: 'admin', key: 'x' }, 'key'],
  ])('makes no key with %s', async (_, body, field) => {
    const answer = await post(one, '/v1/admin/keys', admin.key, body);
    expect(expectProblem(answer, 400, 'invalid_request')['errors']).toEqual([
      { field, message: expect.any(String) as string },
    ]);
  });
});

it('a key made under AUTH=none is invalid once callers must authenticate', async () => {
  const open = await world.replica({ AUTH: 'none' }, { process: true });
  await open.program.says(/"event":"auth_none"/);
  expect((await open.get('/health/ready')).body).toMatchObject({ auth: 'none' });
  const answer = await open.post('/v1/admin/keys', { name: 'a stranger', role: 'admin' });
  expect(answer.status, answer.text).toBe(201);
  const { id, key } = answer.body as MadeKey;
  keys.push(key);
  await open.stop();

  expect((await one.get('/health/ready')).body).toMatchObject({ auth: 'required' });
  for (const service of [one, two]) expectProblem(await get(service, '/v1/admin/keys', key), 401, 'unauthenticated');
  await one.program.says(new RegExp(`"event":"api_key_made_by_anybody".*"keyOf":"${id}"`));
  // Nor does an admin's rotation make it valid.
  const rotated = await post(one, `/v1/admin/keys/${id}/rotate`, admin.key, { overlapSeconds: 60 });
  expectProblem(rotated, 409, 'key_not_rotatable');
  expect((await post(one, `/v1/admin/keys/${id}/revoke`, admin.key)).status).toBe(200);
});
