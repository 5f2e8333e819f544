import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#src/access/permissions.js';
import type { Capacity, Role } from '#src/platform/callers/caller.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { createKey } from '../support/made-key.js';
import type { MadeKey } from '../support/made-key.js';
import { holdAgainstDocument } from '../support/openapi/held-answers.js';
import { checkoutBody, newNumber, orderOf, Service } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';

/** No background work, so that every change comes from a caller; and no rate limits. */
const QUIET = {
  AUTH: 'required',
  ROLES: 'api',
  RATE_LIMIT_ADDRESS_RPS: '0',
  RATE_LIMIT_CALLER_RPS: '0',
  RATE_LIMIT_KEY_RPS: '0',
};

interface Operation {
  readonly row: string;
  readonly method: string;
  readonly path: string;
}

interface KnownCaller {
  readonly name: string;
  readonly capacities: readonly Capacity[];
  readonly headers: () => Record<string, string>;
}

let world: World;
let closed: Service;
let tokens: Record<'owner' | 'customer' | 'clerk' | 'pretender', string>;
const keys = new Map<Role | 'victim', MadeKey>();
/** Another caller's order, and the secret of a third one. */
let number: string;
let otherSecret: string;
let mismatchId: string;
/** Hundreds of requests, each followed by a comparison of the whole database. */
const PATIENCE_MS = 300_000;
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const issuer = await IdentityProvider.start();
  endings.push(() => issuer.close());
  const jwt = issuer.settings;
  world = await startWorld({ ...QUIET, ...jwt, AUTH_GUESTS: 'true' });
  endings.push(() => world.close());
  const env = { ...QUIET, ...jwt, AUTH_GUESTS: 'false' };
  const options = { databaseUrl: world.databaseUrl, rampUrl: world.sandbox.url };
  closed = await Service.start({ ...options, env });
  endings.push(() => closed.stop());
  for (const service of [world.service, closed]) await holdAgainstDocument(service);
  const exp = Math.floor(Date.now() / 1000) + 7200;
  tokens = {
    owner: await issuer.token({ sub: 'olga', exp }),
    customer: await issuer.token({ sub: 'jane', exp }),
    clerk: await issuer.token({ sub: 'joe', role: 'support', exp }),
    pretender: await issuer.token({ sub: 'jim', role: ['checkout', 'everything'], exp }),
  };
  await orders();
  // The program makes the first one, which makes the others.
  keys.set('admin', await createKey(world.databaseUrl, 'admin', 'first'));
  for (const role of ['checkout', 'support', 'finance'] as const) keys.set(role, await madeKey(role));
  keys.set('victim', await madeKey('support'));
}, PATIENCE_MS);
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

/** Another caller's orders: one to attack, and one whose secret the callers have. */
async function orders(): Promise<void> {
  const owner = { authorization: `Bearer ${tokens.owner}` };
  const [one, other] = [
    await world.service.checkout(checkoutBody(), owner),
    await world.service.checkout(checkoutBody(), owner),
  ];
  expect([one.status, other.status], one.text).toEqual([201, 201]);
  number = orderOf(one).merchantOrderNo;
  otherSecret = orderOf(other).clientSecret ?? '';
  mismatchId = randomUUID();
  // A poll before the seal would find the row altered.
  await world.rows.holdPolls(number);
  await world.rows.query(
    `INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, opened_at)
     VALUES ($1, $2, $2, 'field', 'amount', checkout_now())`,
    [mismatchId, number],
  );
  await world.rows.query('UPDATE orders SET in_review = true WHERE merchant_order_no = $1', [number]);
  await sealAgain(world.rows, { numbers: [number], ring: SERVICE_RING });
}

async function madeKey(role: Role): Promise<MadeKey> {
  const admin = { 'x-api-key': keys.get('admin')!.key };
  const scope = role === 'checkout' ? 'own' : null;
  const answer = await world.service.post('/v1/admin/keys', { name: `a ${role} key`, role, scope }, admin);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as unknown as MadeKey;
}

const keyOf = (role: Role): KnownCaller => ({
  name: `an API key of role ${role}`,
  capacities: [role],
  headers: () => ({ 'x-api-key': keys.get(role)!.key }),
});
const tokenOf = (who: keyof typeof tokens, name: string, capacities: readonly Capacity[]): KnownCaller => ({
  name,
  capacities,
  headers: () => ({ authorization: `Bearer ${tokens[who]}` }),
});

const CALLERS: readonly KnownCaller[] = [
  { name: 'a guest', capacities: ['guest'], headers: () => ({}) },
  {
    name: "a holder of another order's secret",
    // The owner is checked where the order is read: the order is missing for this caller.
    capacities: ['guest'],
    headers: () => ({ 'x-client-secret': otherSecret }),
  },
  tokenOf('customer', 'a customer', ['customer']),
  tokenOf('clerk', 'staff with a token of role support', ['customer', 'support']),
  tokenOf('pretender', 'a token that claims roles which no token gives', ['customer']),
  keyOf('checkout'),
  keyOf('support'),
  keyOf('finance'),
  keyOf('admin'),
];

async function operationsOf(service: Service): Promise<Operation[]> {
  const { body } = await service.get('/openapi.json');
  const paths = Object.entries(body['paths'] as Record<string, Record<string, unknown>>);
  return paths.flatMap(([path, methods]) =>
    Object.keys(methods).map((name) => {
      const method = name.toUpperCase();
      return { row: `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, method, path };
    }),
  );
}

/** Bodies that would have an effect. Other routes get an empty body. */
const BODIES: Readonly<Record<string, () => unknown>> = {
  'POST /v1/checkouts': () => ({ ...checkoutBody(), merchantOrderNo: undefined }),
  'POST /v1/sell-orders': () => ({ merchantOrderNo: newNumber() }),
  'POST /v1/quotes': () => ({
    side: 'BUY',
    crypto: 'USDT',
    network: 'ETH',
    fiat: 'USD',
    country: 'US',
    amount: '100.00',
  }),
  'POST /v1/admin/orders/:merchantOrderNo/reveal': () => ({ reason: 'a customer asks for it' }),
  'POST /v1/admin/orders/:merchantOrderNo/customer-link': () => ({ reason: 'a customer asks for it' }),
  'POST /v1/admin/orders/:merchantOrderNo/revoke-secret': () => ({ reason: 'a customer asks for it' }),
  'POST /v1/admin/orders/:merchantOrderNo/rebuild': () => ({ reason: 'a writer altered it' }),
  'POST /v1/admin/orders/:merchantOrderNo/notes': () => ({ text: 'the customer called' }),
  'POST /v1/admin/mismatches/:id/resolve': () => ({ note: 'all is well' }),
  'POST /v1/admin/keys': () => ({ name: 'one more', role: 'admin' }),
};

function ask(service: Service, { row, method, path }: Operation, headers: Record<string, string>): Promise<Answer> {
  const id = path.startsWith('/v1/admin/keys') ? (keys.get('victim')?.id ?? '') : mismatchId;
  const address = path.replace('{merchantOrderNo}', number).replace('{id}', id);
  if (method === 'GET' || method === 'HEAD') return service.request(method, address, { headers });
  const body = JSON.stringify(BODIES[row]?.() ?? {});
  return service.request(method, address, { body, headers: { 'content-type': 'application/json', ...headers } });
}

const mayCall = ({ row }: Operation, { capacities }: KnownCaller): boolean => {
  const permission = PERMISSIONS[row] ?? [];
  return permission === 'open' || permission.some((capacity) => capacities.includes(capacity));
};

const TABLES = [
  'orders',
  'trades',
  'order_events',
  'mismatches',
  'order_notes',
  'outbox',
  'audit_log',
  'callback_receipts',
  'api_keys',
];

/** All effects that a caller could have, here and at the provider. A key's time of last use does not count. */
async function brought(): Promise<unknown> {
  const here = await Promise.all(
    TABLES.map(async (table) => {
      const digest = `md5(coalesce(string_agg((to_jsonb(t) - 'last_used_at')::text, '' ORDER BY to_jsonb(t)::text), ''))`;
      return (await world.rows.query<{ is: string }>(`SELECT '${table} ' || ${digest} AS is FROM ${table} t`))[0]?.is;
    }),
  );
  return [here, (await world.sandbox.calls('create')).length, (await world.sandbox.calls('query')).length];
}

describe('every operation of the OpenAPI document', { timeout: PATIENCE_MS }, () => {
  it('is in the permission table, and each row below /v1 has one', async () => {
    const documented = (await operationsOf(world.service)).map(({ row }) => row);
    expect(documented.filter((row) => !Object.hasOwn(PERMISSIONS, row))).toEqual([]);
    const below = Object.keys(PERMISSIONS).filter((row) => row.includes(' /v1/'));
    expect(below.filter((row) => !documented.includes(row))).toEqual([]);
  });

  it.each([
    ['nothing', {}],
    ['an idempotency key', { 'idempotency-key': randomUUID() }],
  ])('without guests, with %s: 401', async (_what, headers) => {
    const before = await brought();
    for (const operation of await protectedOperations()) {
      const { status } = await ask(closed, operation, headers);
      expect([operation.row, status]).toEqual([operation.row, 401]);
    }
    expect(await brought()).toEqual(before);
  });

  it.each<[string, () => Record<string, string>]>([
    ['a key that is none', () => ({ 'x-api-key': 'nonsense' })],
    ['an empty key', () => ({ 'x-api-key': '' })],
    ['a key with another last letter', () => ({ 'x-api-key': altered(keys.get('admin')!.key) })],
    ['a key as a token', () => ({ authorization: `Bearer ${keys.get('admin')!.key}` })],
    ['a token as a key', () => ({ 'x-api-key': tokens.clerk })],
    ['a token of which a letter is another one', () => ({ authorization: `Bearer ${altered(tokens.clerk, 20)}` })],
    ['another scheme', () => ({ authorization: `Token ${keys.get('admin')!.key}` })],
    ['a key beside a token', () => ({ 'x-api-key': keys.get('admin')!.key, authorization: `Bearer ${tokens.clerk}` })],
    ['a bad key beside a good secret', () => ({ 'x-api-key': 'nonsense', 'x-client-secret': otherSecret })],
  ])('with %s: 401, even with guests', async (_what, headers) => {
    const before = await brought();
    for (const operation of await protectedOperations()) {
      const { status } = await ask(world.service, operation, headers());
      expect([operation.row, status]).toEqual([operation.row, 401]);
    }
    expect(await brought()).toEqual(before);
  });

  it.each(CALLERS)('without permission, as $name: 401, 403 or 404, and no effect', async (caller) => {
    const refused = (await protectedOperations()).filter((operation) => !mayCall(operation, caller));
    const before = await brought();
    for (const operation of refused) {
      const answer = await ask(world.service, operation, caller.headers());
      expect([401, 403, 404], `${operation.row}: ${answer.text}`).toContain(answer.status);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(await brought(), operation.row).toEqual(before);
      if (operation.method !== 'GET') continue;
      const head = await ask(world.service, { ...operation, method: 'HEAD' }, caller.headers());
      expect([401, 403, 404], operation.row).toContain(head.status);
    }
    // An admin is refused little, except customers' acts.
    expect(refused.length).toBeGreaterThan(3);
  });

  it.each(CALLERS)('with permission, as $name: neither 401 nor 403', async (caller) => {
    const allowed = (await operationsOf(world.service)).filter((operation) => mayCall(operation, caller));
    for (const operation of allowed) {
      const answer = await ask(world.service, operation, caller.headers());
      expect([401, 403], `${operation.row}: ${answer.text}`).not.toContain(answer.status);
      expect(answer.status, `${operation.row}: ${answer.text}`).toBeLessThan(500);
      const isList = operation.method === 'GET' && !operation.path.includes('{');
      if (isList) expect(answer.status, `${operation.row}: ${answer.text}`).toBe(200);
    }
    expect(allowed.length).toBeGreaterThan(3);
  });
});

describe('GET /v1/admin/me', { timeout: PATIENCE_MS }, () => {
  const roleOf = ({ capacities }: KnownCaller): Capacity | undefined =>
    capacities.find((one) => ['support', 'finance', 'admin'].includes(one));

  it.each(CALLERS.filter((caller) => roleOf(caller) !== undefined))('tells $name its rights', async (caller) => {
    const { status, body } = await world.service.request('GET', '/v1/admin/me', { headers: caller.headers() });
    const may = (await protectedOperations()).filter((operation) => mayCall(operation, caller));
    const [kind, name] = caller.name.includes('token') ? ['token', 'joe'] : ['key', expect.any(String) as string];
    expect([status, body]).toMatchObject([200, { kind, name, role: roleOf(caller) }]);
    expect([...(body['permissions'] as string[])].sort()).toEqual(may.map(({ row }) => row).sort());
  });
});

/** All but the open ones, such as the health check. */
async function protectedOperations(): Promise<Operation[]> {
  return (await operationsOf(world.service)).filter(({ row }) => PERMISSIONS[row] !== 'open');
}

function altered(text: string, back = 1): string {
  const at = text.length - back;
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}
