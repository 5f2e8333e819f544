import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JWK } from 'jose';
import { OpenIdProvider, providerKey, reissued } from '../support/openid-provider.js';
import type { Person } from '../support/openid-provider.js';
import { checkoutBody, expectProblem, newCheckout, newNumber, orderOf, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { ISSUED_TOKENS } from '../support/token-endpoint.js';

const PEOPLE = {
  jane: { email: 'planted-jane@customer.example', email_verified: true },
  bob: { email: 'planted-bob@customer.example', email_verified: true },
  // Another person's address, unverified.
  nora: { email: 'planted-jane@customer.example', email_verified: false },
  sue: { email: 'planted-sue@merchant.example', email_verified: true, role: 'support' },
  // A role claim with a name that is not one of our roles.
  eve: { email: 'planted-eve@customer.example', email_verified: true, role: 'forum, admin' },
  max: { email: 'planted-max@merchant.example', email_verified: true, role: 'checkout' },
} satisfies Readonly<Record<string, Person>>;
type Name = keyof typeof PEOPLE;

let key: JWK;
let identity: OpenIdProvider;
let world: World;

beforeAll(async () => {
  key = await providerKey('first');
  identity = await OpenIdProvider.start(PEOPLE, [key]);
  world = await startWorld({ ...identity.settings, LOG_LEVEL: 'trace' }, {}, 'process');
});
afterAll(async () => {
  await world.close();
  await identity.stop();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function as(name: Name): Promise<{ authorization: string }> {
  return bearer((await identity.logIn(name)).accessToken);
}

const read = (headers: Readonly<Record<string, string>>, number: unknown, service = world.service): Promise<Answer> =>
  service.request('GET', `/v1/orders/${String(number)}`, { headers });

/** The final response; repeats a 503 after its `Retry-After`. */
const readAtLast = (headers: Readonly<Record<string, string>>, number: unknown): Promise<Answer> =>
  until('an answer that counts', async () => {
    const answer = await read(headers, number);
    if (answer.status !== 503) return answer;
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    return null;
  });

/** Waits for the next fetch of keys: within five seconds of the last one an unknown key is refused. */
const readOnceFetched = (headers: Readonly<Record<string, string>>, number: unknown): Promise<Answer> =>
  until('an answer with the new keys', async () => {
    const answer = await read(headers, number);
    return answer.status === 401 || answer.status === 503 ? null : answer;
  });

const tokenCalls = async (name: Name): Promise<number> =>
  (await world.sandbox.calls('token')).filter(({ body }) => body?.['email'] === PEOPLE[name].email).length;

describe('a customer with a login', () => {
  it("owns her orders, and gets 404 for another customer's", async () => {
    const { service, sandbox, rows } = world;
    const [jane, bob] = await Promise.all([as('jane'), as('bob')]);
    const { body, number } = newCheckout();
    const made = await service.checkout(body, jane);
    expect(made.status, made.text).toBe(201);
    const order = orderOf(made);
    expect(order.payUrl).toBe((await sandbox.order(number)).payUrl);
    const [row] = await rows.query('SELECT caller, customer_id FROM orders WHERE merchant_order_no = $1', [number]);
    expect(row).toEqual({ caller: expect.stringMatching(/^customer:[a-z2-9]{32}$/) as string, customer_id: 'jane' });

    expect(orderOf(await read(jane, number))).toMatchObject({ merchantOrderNo: number, payUrl: order.payUrl });
    expectProblem(await read(bob, number), 404, 'not_found');
    expectProblem(await service.post(`/v1/orders/${number}/retry`, {}, bob), 404, 'not_found');
    expectProblem(await service.checkout(body, bob), 409, 'merchant_order_no_conflict');
    expectProblem(await service.checkout({ ...body, amount: '101.00' }, bob), 409, 'merchant_order_no_conflict');

    // After a new login: another token of the same customer.
    const again = await service.checkout(body, await as('jane'));
    expect(again.status, again.text).toBe(200);
    expect(orderOf(again)).toMatchObject({ merchantOrderNo: number, payUrl: order.payUrl });
    expect(await sandbox.creates(number)).toHaveLength(1);
  });

  it('repeats by her own key: the same key of another customer makes another order', async () => {
    const { service } = world;
    const repeat = { 'idempotency-key': `cart-${newNumber()}` };
    const body = checkoutBody({ merchantOrderNo: undefined });
    const [jane, bob] = await Promise.all([as('jane'), as('bob')]);
    const first = await service.checkout(body, { ...jane, ...repeat });
    const second = await service.checkout(body, { ...jane, ...repeat });
    const others = await service.checkout(body, { ...bob, ...repeat });
    expect([first.status, second.status, others.status]).toEqual([201, 200, 201]);
    expect(orderOf(second).merchantOrderNo).toBe(orderOf(first).merchantOrderNo);
    expect(orderOf(others).merchantOrderNo).not.toBe(orderOf(first).merchantOrderNo);
  });
});

describe('if customers may not choose numbers', () => {
  it('a chosen number is refused, existing or not; repeats go by key', async () => {
    const settings = { ...identity.settings, CUSTOMER_NUMBERS: 'false' };
    const { service, rows, replica } = await world.another(settings);
    const open = await replica({ AUTH: 'none' });
    const taken = (await open.order(checkoutBody())).merchantOrderNo;
    await open.stop();
    const [jane, orders] = [await as('jane'), await rows.count('orders')];
    const answers = [];
    for (const merchantOrderNo of [taken, newNumber()]) {
      const answer = await service.checkout(checkoutBody({ merchantOrderNo }), {
        ...jane,
        'idempotency-key': 'cart-1',
      });
      const { traceId, ...problem } = expectProblem(answer, 403, 'forbidden');
      expect(traceId).toBeDefined();
      answers.push(problem);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await rows.count('orders')).toBe(orders);

    const body = checkoutBody({ merchantOrderNo: undefined });
    const [first, again] = [
      await service.checkout(body, { ...jane, 'idempotency-key': 'cart-1' }),
      await service.checkout(body, { ...jane, 'idempotency-key': 'cart-1' }),
    ];
    expect([first.status, again.status], again.text).toEqual([201, 200]);
    expect(orderOf(again).merchantOrderNo).toBe(orderOf(first).merchantOrderNo);
    const bobs = await service.checkout(body, { ...(await as('bob')), 'idempotency-key': 'cart-1' });
    expect(orderOf(bobs).merchantOrderNo).not.toBe(orderOf(first).merchantOrderNo);
  });
});

describe('an invalid login', () => {
  it.each<[string, () => Promise<string>, string]>([
    [
      'with a token that has run out',
      async () => {
        const { accessToken } = await identity.logIn('jane');
        const now = Math.floor(Date.now() / 1000);
        return reissued(accessToken, key, (claims) => ({ ...claims, iat: now - 700, exp: now - 100 }));
      },
      'The token has expired.',
    ],
    ['with an ID token', async () => (await identity.logIn('jane')).idToken, 'The token is invalid.'],
  ])('%s', async (_, token, words) => {
    const { service, rows } = world;
    const headers = bearer(await token());
    const body = checkoutBody();
    const answer = await service.checkout(body, headers);
    expect(expectProblem(answer, 401, 'unauthenticated')['detail']).toBe(words);
    expect(await rows.order(String(body['merchantOrderNo']))).toBeNull();
    expectProblem(await read(headers, 'N-1'), 401, 'unauthenticated');
  });
});

describe('staff with a login', () => {
  it("has staff's permissions; a customer does not, and no token grants a server's", async () => {
    const { service } = world;
    const [jane, sue, max, eve] = await Promise.all([as('jane'), as('sue'), as('max'), as('eve')]);
    const status = async (headers: Readonly<Record<string, string>>) =>
      (await service.request('GET', '/v1/admin/orders', { headers })).status;
    expect([401, 403]).not.toContain(await status(sue));
    expect([403, 404]).toContain(await status(jane));
    for (const path of ['/v1/admin/keys', '/v1/admin/orders']) {
      expectProblem(await service.request('GET', path, { headers: eve }), 403, 'forbidden');
    }
    for (const headers of [jane, sue, max]) {
      expectProblem(await service.post('/v1/sell-orders', { orderNo: '1' }, headers), 403, 'forbidden');
      const named = checkoutBody({ customer: { email: 'planted-jane@customer.example' } });
      expectProblem(await service.checkout(named, headers), 403, 'forbidden');
      expectProblem(await service.checkout(checkoutBody({ accessToken: 'x' }), headers), 403, 'forbidden');
    }
  });
});

describe('without a configured role claim', () => {
  it("no token grants staff's permissions", async () => {
    const { service } = await world.another({ ...identity.settings, AUTH_JWT_ROLE_CLAIM: '' });
    const answer = await service.request('GET', '/v1/admin/orders', { headers: await as('sue') });
    expectProblem(answer, 403, 'forbidden');
  });
});

describe('with access tokens by e-mail', () => {
  it('a customer’s verified address counts, and no other', async () => {
    const { service, rows } = await world.another({ ...identity.settings, ...ISSUED_TOKENS });
    const made = await service.checkout(checkoutBody(), await as('bob'));
    expect(made.status, made.text).toBe(201);
    expect(await tokenCalls('bob')).toBe(1);

    const nora = await as('nora');
    const body = checkoutBody();
    const problem = expectProblem(await service.checkout(body, nora), 400, 'invalid_request');
    expect(problem['errors']).toMatchObject([{ field: 'customer.email' }]);
    const named = { ...body, customer: { email: PEOPLE.nora.email } };
    expectProblem(await service.checkout(named, nora), 403, 'forbidden');
    expect(await rows.order(String(body['merchantOrderNo']))).toBeNull();
    expect(await tokenCalls('nora')).toBe(0);
  });
});

describe('the identity provider', () => {
  it('is down: known customers go on; after it changes its keys only new tokens are valid', async () => {
    const { service } = world;
    const old = await as('jane');
    const { merchantOrderNo: number } = orderOf(await service.checkout(checkoutBody(), old));
    await identity.stop();
    expect((await read(old, number)).status).toBe(200);

    const next = await providerKey('next');
    await identity.start([next, key]);
    const fresh = await as('jane');
    expect((await readOnceFetched(fresh, number)).status).toBe(200);
    // Both keys are published, so earlier logins stay valid.
    expect((await read(old, number)).status).toBe(200);

    const last = await providerKey('last');
    await identity.stop();
    await identity.start([last]);
    const newest = await as('jane');
    expect((await readOnceFetched(newest, number)).status).toBe(200);
    expectProblem(await readAtLast(old, number), 401, 'unauthenticated');
    expectProblem(await readAtLast(fresh, number), 401, 'unauthenticated');
    key = last;
  });

  it('was never reachable: no token is called invalid', async () => {
    const headers = await as('jane');
    const settings = { ...identity.settings, AUTH_JWKS_URL: `${identity.issuer}/nowhere` };
    const { service } = await world.another(settings, 'process');
    const answer = await service.checkout(checkoutBody(), headers);
    expectProblem(answer, 503, 'unavailable');
    expect(answer.headers.get('retry-after')).toBe('2');
    expect((await service.get('/health/ready')).status).toBe(200);
    await service.program.says(/"task":"identity_provider_keys"/);
  });
});

it('logs and metrics hold no token or e-mail address', async () => {
  const { service } = world;
  const { accessToken } = await identity.logIn('jane');
  await service.checkout(checkoutBody(), bearer(accessToken));
  await service.checkout(checkoutBody(), bearer(`${accessToken}x`));
  const metrics = await service.metrics();
  expect(metrics).toMatch(/ramp_checkout_tokens_refused_total\{reason="\w+"\} \d/);
  expect(metrics).toMatch(/ramp_checkout_token_key_fetches_total\{result="fetched"\} \d/);
  await service.program.says(/"event":"authn_login_(?:fail|suspicious)"/);
  for (const text of [metrics, service.program.output()]) {
    expect(text).not.toContain('@customer.example');
    expect(text).not.toContain('@merchant.example');
    for (const part of accessToken.split('.')) expect(text).not.toContain(part);
  }
});
