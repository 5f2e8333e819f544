import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { emptyDatabase } from '../support/database.js';
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

  it('makes one that expires soon and works from some addresses only; the log explains refusals', async () => {
    const expires = new Date(Date.now() + 2 * 86_400_000).toISOString();
    const bound = ['--addresses', '203.0.113.0/24,2001:db8::1', '--expires', expires];
    const away = await keyJson('create', '--role', 'checkout', '--name', 'office', ...bound);
    expect(away['addresses']).toEqual(['203.0.113.0/24', '2001:db8::1']);
    for (const service of [one, two]) {
      expectProblem(await get(service, '/v1/cryptos', away.key), 401, 'unauthenticated');
      const line = await service.program.says(/^.*"event":"authn_login_suspicious".*"reason":"elsewhere".*$/m);
      expect(JSON.parse(line[0])).toMatchObject({
        level: 'warn',
        actor: `key:${away['id']}`,
        address: '127.0.0.1',
      });
    }
    const here = await one.post(
      '/v1/admin/keys',
      { name: 'here', role: 'support', addresses: ['127.0.0.0/8'] },
      { 'x-api-key': admin.key },
    );
    expect(here.status, here.text).toBe(201);
    const { key, createdAt, expiresAt, addresses } = here.body as Record<string, string>;
    keys.push(key!);
    expect(addresses).toEqual(['127.0.0.0/8']);
    expect(Date.parse(expiresAt!) - Date.parse(createdAt!)).toBe(30 * 86_400_000);
    expect((await get(two, '/v1/cryptos', key!)).status).toBe(200);
    for (const wrong of [{ addresses: ['x'] }, { addresses: [] }, { expiresAt: '2099-01-01T00:00:00Z' }]) {
      const body = { name: 'wrong', role: 'support', ...wrong };
      const answer = await one.post('/v1/admin/keys', body, { 'x-api-key': admin.key });
      expect(expectProblem(answer, 400, 'invalid_request')['errors']).toMatchObject([{ field: Object.keys(wrong)[0] }]);
    }
    expect((await keyProgram(['create', '--role', 'admin', '--name', 'x', '--expires', '2099-01-31'])).errors).toBe(
      '--expires must be within 90 days for the role admin\n',
    );
    expect((await keyProgram(['create', '--role', 'admin', '--name', 'x', '--addresses', 'x'])).errors).toMatch(
      /^--addresses must list 1 to 20 addresses/,
    );
  });

  it('prints --help without any setting', async () => {
    for (const args of [['--help'], ['create', '--help']]) {
      const ran = await keyProgram(args, {});
      expect([ran.code, ran.errors]).toEqual([0, '']);
      expect(ran.out).toContain('npm run key -- create --role <role>');
    }
  });

  it('exits with 2 if a setting is missing or malformed, and shows no value', async () => {
    const ran = await keyProgram(['service-keys'], {});
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.errors).toContain('DATABASE_URL is required (or DATABASE_URL_FILE)');
    expect(ran.errors).toContain('SERVICE_KEY is required (or SERVICE_KEY_FILE)\n');
    const wrong = await keyProgram(['service-keys'], { DATABASE_URL: 'S3CRET', SERVICE_KEY: 'S3CRET' });
    expect(wrong.code).toBe(2);
    expect(wrong.errors).toMatch(/DATABASE_URL must begin.*SERVICE_KEY must be/s);
    expect(wrong.errors).not.toContain('S3CRET');
  });

  it('reads its secrets from files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-key-'));
    const [url, key] = [join(folder, 'url'), join(folder, 'key')];
    writeFileSync(url, `${world.databaseUrl}\n`);
    writeFileSync(key, `${SERVICE_KEY}\n`);
    const ran = await keyProgram(['service-keys'], { DATABASE_URL_FILE: url, SERVICE_KEY_FILE: key });
    rmSync(folder, { recursive: true });
    expect(ran).toMatchObject({ code: 0, errors: '' });
  });

  it.each<[string[], RegExp]>([
    [['create', '--role', 'root', '--name', 'x'], /^--role must be one of checkout, support, finance, admin\n$/],
    [['create', '--role', 'admin', '--name', ' '], /^--name must be/],
    [['create', '--role', 'admin', '--name', 'x', '--expires', '2020-01-01'], /^--expires must be in the future\n$/],
    [['revoke'], /^Give the id of one key\n$/],
    [['revoke', 'no-such'], /^API key not found\.\n$/],
    [['service-keys', '--all'], /--help/],
    [[], /^Say what to do/],
  ])('exits with 2 and one line for wrong arguments: %j', async (args, words) => {
    const ran = await keyProgram(args);
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.errors).toMatch(words);
    expect(ran.errors).toMatch(/^[^\n]+\n$/);
  });

  it('reports a database that is down, or was never migrated', async () => {
    const away = `postgres://nobody:S3CRET@localhost:${await freePort()}/none`;
    const ran = await keyProgram(['service-keys'], { ...environment(), DATABASE_URL: away });
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.errors).toMatch(/^The database cannot be reached: \S[^\n]*\n$/);
    expect(ran.errors).not.toContain('S3CRET');
    const empty = await emptyDatabase();
    for (const args of [['service-keys'], ['create', '--role', 'admin', '--name', 'x']]) {
      const unmigrated = await keyProgram(args, { ...environment(), DATABASE_URL: empty.url });
      expect(unmigrated).toMatchObject({ code: 2, out: '' });
      expect(unmigrated.errors).toContain('npm run migrate');
    }
    await empty.drop();
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

  it('keeps its orders when its key is rotated; both keys work while they overlap', async () => {
    const shop = await made('checkout');
    const number = newNumber();
    expect((await post(one, '/v1/checkouts', shop.key, checkoutBody({ merchantOrderNo: number }))).status).toBe(201);
    const answer = await post(two, `/v1/admin/keys/${shop.id}/rotate`, admin.key, { overlapSeconds: 3600 });
    expect(answer.status, answer.text).toBe(201);
    const next = answer.body as MadeKey;
    keys.push(next.key);
    expect(next).toMatchObject({ role: 'checkout', name: 'a checkout', status: 'active', replacedBy: null });
    expect(next['replaces']).toMatchObject({ id: shop.id, status: 'expiring', replacedBy: next.id });
    for (const service of [one, two]) {
      for (const { key } of [shop, next]) expect((await get(service, `/v1/orders/${number}`, key)).status).toBe(200);
    }
    const again = await post(one, `/v1/admin/keys/${shop.id}/rotate`, admin.key);
    expectProblem(again, 409, 'key_not_rotatable');
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
      [shop.id, 'key.revoke'],
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

  it('appears in the list with its time of use, and only its prefix', async () => {
    const shop = await made('checkout', { expiresAt: '2999-01-31T00:00:00Z' });
    await get(one, '/v1/cryptos', shop.key);
    const seen = await until('its use is noted', async () => {
      const item = (await listed(two)).find(({ id }) => id === shop.id);
      return item?.['lastUsedAt'] === null ? null : item;
    });
    expect({ ...seen, key: shop.key }).toEqual({ ...shop, lastUsedAt: expect.any(String) as string });
    expect(seen).not.toHaveProperty('key');
    expect(seen).toMatchObject({
      createdBy: `key:${admin.id}`,
      expiresAt: '2999-01-31T00:00:00.000Z',
      status: 'active',
    });
  });
});

describe('staff', () => {
  it('an admin may revoke the calling key; the program makes another', async () => {
    const own = await made('admin');
    expect((await post(one, `/v1/admin/keys/${own.id}/revoke`, own.key)).status).toBe(200);
    await until('it is refused', async () => (await get(one, '/v1/admin/keys', own.key)).status === 401);
    const next = await keyJson('create', '--role', 'admin', '--name', 'second');
    expect((await get(one, '/v1/admin/keys', next.key)).status).toBe(200);
  });

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

  it('lists keys in pages', async () => {
    const all = (await listed()).map(({ id }) => id);
    const first = await get(one, '/v1/admin/keys?limit=2', admin.key);
    const items = first.body['items'] as { id: string }[];
    expect(items.map(({ id }) => id)).toEqual(all.slice(0, 2));
    const second = await get(one, `/v1/admin/keys?limit=2&cursor=${String(first.body['nextCursor'])}`, admin.key);
    expect((second.body['items'] as { id: string }[]).map(({ id }) => id)).toEqual(all.slice(2, 4));
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'limit=1&limit=2', 'all=1']) {
      expectProblem(await get(one, `/v1/admin/keys?${query}`, admin.key), 400, 'invalid_request');
    }
    for (const overlapSeconds of [-1, 1.5, '60', null, 31 * 86_400]) {
      const answer = await post(one, `/v1/admin/keys/${admin.id}/rotate`, admin.key, { overlapSeconds });
      expectProblem(answer, 400, 'invalid_request');
    }
    for (const id of ['x', '99999999-9999-4999-8999-999999999999', '%27']) {
      expectProblem(await post(one, `/v1/admin/keys/${id}/rotate`, admin.key), 404, 'not_found');
      expectProblem(await post(one, `/v1/admin/keys/${id}/revoke`, admin.key), 404, 'not_found');
    }
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

it('tables, logs and metrics hold no key', async () => {
  expect(keys.length).toBeGreaterThan(10);
  const tables = await world.rows.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const texts = [one.program.output(), two.program.output()];
  for (const service of [one, two]) texts.push(await service.metrics());
  for (const { name } of tables) {
    const [row] = await world.rows.query<{ text: string | null }>(
      `SELECT string_agg(t::text, ' ') AS text FROM ${name} t`,
    );
    texts.push(row?.text ?? '');
  }
  const found = keys.map((key) => key.slice(17)).filter((secret) => texts.some((text) => text.includes(secret)));
  expect(found).toEqual([]);
});
