import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newNumber, orderOf, SERVICE_KEY, until } from '../support/service.js';
import type { Answer, OrderBody } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { serviceKey } from '../support/service-keys.js';
import { sealAgain, SERVICE_RING } from '../support/sealed-orders.js';

const GUESTS = { AUTH: 'required', AUTH_GUESTS: 'true' };
const STRANGERS = { AUTH: 'required', AUTH_GUESTS: 'false' };

const world = useWorld(GUESTS, { own: 'process' });

type Body = Readonly<Record<string, unknown>>;

/** A guest's checkout, which has no number. */
function guestBody(given: Body = {}): Body {
  // JSON leaves out what is undefined.
  return { ...checkoutBody(), merchantOrderNo: undefined, ...given };
}

const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key });

const checkout = (key: string, given: Body = {}, service = world.service): Promise<Answer> =>
  service.checkout(guestBody(given), keyed(key));

type GuestOrder = OrderBody & { readonly clientSecret: string; readonly payUrl: string };

async function guestOrder(given: Body = {}): Promise<GuestOrder> {
  const answer = await checkout(randomUUID(), given);
  expect(answer.status, answer.text).toBe(201);
  return orderOf(answer) as GuestOrder;
}

const read = (number: string, secret: string | null, service = world.service): Promise<Answer> =>
  service.request('GET', `/v1/orders/${number}`, { headers: secret === null ? {} : { 'x-client-secret': secret } });

const retry = (number: string, secret: string | null, service = world.service): Promise<Answer> =>
  service.post(`/v1/orders/${number}/retry`, {}, secret === null ? {} : { 'x-client-secret': secret });

describe('a guest', () => {
  it('checks out without a number, and is sent to pay', async () => {
    const answer = await checkout(randomUUID());
    expect(answer.status, answer.text).toBe(201);
    const order = orderOf(answer);
    expect(order.merchantOrderNo).toMatch(/^i-[a-z2-9]{26}$/);
    expect(order.clientSecret).toMatch(/^cs_1_[A-Za-z0-9_-]{43}$/);
    expect(order.payUrl).toMatch(/^http/);
    expect(await world.sandbox.creates(order.merchantOrderNo)).toHaveLength(1);
    const keyless = await world.service.checkout(guestBody());
    expect(keyless.status, keyless.text).toBe(201);
    expect(orderOf(keyless).merchantOrderNo).toMatch(/^o-/);
  });

  it('who repeats gets the same order and secret', async () => {
    const key = randomUUID();
    const first = await checkout(key);
    const again = await checkout(key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(orderOf(again)).toMatchObject({
      merchantOrderNo: orderOf(first).merchantOrderNo,
      clientSecret: orderOf(first).clientSecret,
      payUrl: orderOf(first).payUrl,
    });
    expect(await world.sandbox.creates(orderOf(first).merchantOrderNo)).toHaveLength(1);
  });

  it('with another key has another order, and with another content under the same key none', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    const [one, two] = [orderOf(await checkout(key)), orderOf(await checkout(other))];
    expect(two.merchantOrderNo).not.toBe(one.merchantOrderNo);
    expect(two.clientSecret).not.toBe(one.clientSecret);
    expectProblem(await checkout(key, { amount: '55.00' }), 409, 'merchant_order_no_conflict');
  });

  it.each([
    ['a word', 'order-1'],
    ['one character short', 'V1StGXR8_Z5jdHi6B-my'],
    ['too long', 'x'.repeat(256)],
    ['a sentence', '{"cart":"0d3f2b8e-6c1a-4f7e-9b52-1c7d0e5a4f63"}'],
    ['nothing', ''],
  ])('whose key is %s is told what it has to be', async (_what, key) => {
    const orders = await world.rows.count('orders');
    const { errors } = expectProblem(await checkout(key), 400, 'invalid_request');
    expect(errors).toEqual([
      { field: 'Idempotency-Key', message: expect.stringMatching(/^must be random: 21 to 255 of/) as string },
    ]);
    expect(await world.rows.count('orders')).toBe(orders);
  });

  it.each([
    ['a number', { merchantOrderNo: newNumber() }],
    ['an e-mail address', { customer: { email: 'somebody@example.com' } }],
    ['an id', { customer: { id: 'somebody' } }],
    ['a customer without anything', { customer: {} }],
    ['a token', { accessToken: 'a-token' }],
  ])('may not choose %s', async (_what, given) => {
    const [orders, mark] = [await world.rows.count('orders'), await world.sandbox.mark()];
    expectProblem(await checkout(randomUUID(), given), 403, 'forbidden');
    expect(await world.rows.count('orders')).toBe(orders);
    expect(await world.sandbox.calls('create', mark)).toEqual([]);
  });

  it('asks for prices and for what can be bought', async () => {
    expect((await world.service.get('/v1/cryptos')).status).toBe(200);
    const quote = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100.00' };
    expect((await world.service.post('/v1/quotes', quote)).status).toBe(200);
  });
});

describe('the secret of an order', () => {
  it('reads it, with where to pay', async () => {
    const { merchantOrderNo, clientSecret, payUrl } = await guestOrder();
    const answer = await read(merchantOrderNo, clientSecret);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ merchantOrderNo, payUrl });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('tries it again', async () => {
    const { merchantOrderNo, clientSecret, payUrl } = await guestOrder();
    await pressButton(payUrl, 'fail');
    await world.rows.untilStatus(merchantOrderNo, 'PAYMENT_FAILED');
    expectProblem(await retry(merchantOrderNo, (await guestOrder()).clientSecret), 404, 'not_found');
    expectProblem(await retry(merchantOrderNo, null), 401, 'unauthenticated');
    expect(await world.rows.trades(merchantOrderNo)).toHaveLength(1);
    const answer = await retry(merchantOrderNo, clientSecret);
    expect(answer.status, answer.text).toBe(201);
    expect(orderOf(answer).trades).toHaveLength(2);
    expect((await read(merchantOrderNo, clientSecret)).status).toBe(200);
  });

  it('opens nothing else', async () => {
    const [one, other] = [await guestOrder(), await guestOrder()];
    const { merchantOrderNo, clientSecret } = one;
    const [, keyId, mac] = clientSecret.split('_', 3) as [string, string, string];
    // The last character has bits to spare, which no other spelling may use.
    const spellings = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const end = spellings.indexOf(clientSecret.at(-1)!);
    const wrong: Readonly<Record<string, string>> = {
      'of another order': other.clientSecret,
      'with another last character': `${clientSecret.slice(0, -1)}${spellings[end ^ 1]}`,
      'with another first character': `cs_${keyId}_${mac.startsWith('A') ? 'B' : 'A'}${clientSecret.slice(6)}`,
      'of a key that is not there': clientSecret.replace(`cs_${keyId}_`, 'cs_9_'),
      'without its key': clientSecret.replace(`cs_${keyId}_`, 'cs__'),
      'with something behind it': `${clientSecret}A`,
      'cut short': clientSecret.slice(0, -1),
      'in capitals': clientSecret.toUpperCase(),
      empty: '',
    };
    for (const [what, secret] of Object.entries(wrong)) {
      const answer = await read(merchantOrderNo, secret);
      expect([what, answer.status, answer.body['code']]).toEqual([what, 404, 'not_found']);
      expect(answer.text).not.toContain('payUrl');
    }
    expectProblem(await read(newNumber(), clientSecret), 404, 'not_found');
    expectProblem(await read(merchantOrderNo.toUpperCase(), clientSecret), 404, 'not_found');
    expectProblem(await read(merchantOrderNo, null), 401, 'unauthenticated');
    // Neither a checkout of its own nor anything of the staff's.
    const headers = { 'x-client-secret': clientSecret };
    for (const path of ['mismatches', 'runs', 'report', 'callbacks', 'audit']) {
      expectProblem(await world.service.request('GET', `/v1/admin/${path}`, { headers }), 401, 'unauthenticated');
    }
  });

  it.each(['clientSecret', 'client_secret', 'x-client-secret', 'X-Client-Secret', 'secret'])(
    'in the address (?%s=) is not looked at',
    async (name) => {
      const { merchantOrderNo, clientSecret } = await guestOrder();
      const answer = await read(`${merchantOrderNo}?${name}=${clientSecret}`, null);
      expect([400, 401]).toContain(answer.status);
      expect(answer.text).not.toContain('payUrl');
      expect(world.service.program.output()).not.toContain(clientSecret);
    },
  );

  it('beside credentials that are no good does not help', async () => {
    const { merchantOrderNo, clientSecret } = await guestOrder();
    for (const bad of [{ authorization: 'Bearer nonsense' }, { 'x-api-key': 'nonsense' }]) {
      const headers = { ...bad, 'x-client-secret': clientSecret } as Record<string, string>;
      const answer = await world.service.request('GET', `/v1/orders/${merchantOrderNo}`, { headers });
      expectProblem(answer, 401, 'unauthenticated');
    }
  });

  it('reads an order of a server too', async () => {
    const open = await world.replica({ AUTH: 'none' });
    const order = orderOf(await open.checkout(checkoutBody()));
    expect((await read(order.merchantOrderNo, order.clientSecret!)).body).toMatchObject({ payUrl: order.payUrl });
    expectProblem(await read(order.merchantOrderNo, (await guestOrder()).clientSecret), 404, 'not_found');
  });

  it('cannot be worked out from what is stored', async () => {
    const { merchantOrderNo, clientSecret } = await guestOrder();
    const [row] = await world.rows.query<{ secret_salt: Buffer }>(
      'SELECT secret_salt FROM orders WHERE merchant_order_no = $1',
      [merchantOrderNo],
    );
    const under = (key: Uint8Array): string => {
      const derived = Buffer.from(hkdfSync('sha256', key, 'ramp-checkout', 'client-secret', 32));
      const text = `${merchantOrderNo}:${row!.secret_salt.toString('hex')}`;
      return `cs_1_${createHmac('sha256', derived).update(text).digest('base64url')}`;
    };
    // Table and key give the secret; the table with another key gives nothing.
    expect(under(Buffer.from(SERVICE_KEY, 'base64'))).toBe(clientSecret);
    expectProblem(await read(merchantOrderNo, under(randomBytes(32))), 404, 'not_found');
    expectProblem(await read(merchantOrderNo, under(Buffer.alloc(32))), 404, 'not_found');
    const stored = await world.rows.query<{ line: string }>('SELECT o::text AS line FROM orders o');
    expect(stored.some(({ line }) => line.includes(clientSecret.slice(5)))).toBe(false);
  });

  it('outlives a new service key; a repeat gives a new one; without the old key the old one is over', async () => {
    const key = randomUUID();
    const first = orderOf(await checkout(key));
    const { merchantOrderNo, clientSecret: old } = first as GuestOrder;
    const newer = serviceKey('a newer one');

    // It writes nothing: what it seals, a replica without the new key could not read.
    const rotated = await world.replica({ ...GUESTS, SERVICE_KEY: `2:${newer},1:${SERVICE_KEY}`, ROLES: 'api' });
    expect((await read(merchantOrderNo, old, rotated)).status).toBe(200);
    const repeat = await checkout(key, {}, rotated);
    expect(repeat.status, repeat.text).toBe(200);
    const { clientSecret: fresh } = orderOf(repeat) as GuestOrder;
    expect(fresh).toMatch(/^cs_2_/);
    expect((await read(merchantOrderNo, fresh, rotated)).status).toBe(200);
    // A replica that has not got the new key yet.
    expectProblem(await read(merchantOrderNo, fresh), 404, 'not_found');
    expect(await world.sandbox.creates(merchantOrderNo)).toHaveLength(1);

    // As after a leak: nothing of the old key is to be good any more, once all is re-encrypted.
    const ring = new KeyRing([{ id: '2', bytes: Buffer.from(newer, 'base64') }]);
    await sealAgain(world.rows, { numbers: [merchantOrderNo], ring });
    await world.rows.query('UPDATE service_keys SET retired_at = now()');
    const after = await world.replica({ ...GUESTS, SERVICE_KEY: `2:${newer}`, ROLES: 'api' });
    expectProblem(await read(merchantOrderNo, old, after), 404, 'not_found');
    expect((await read(merchantOrderNo, fresh, after)).status).toBe(200);
  });
});

it('a secret ends some time after its order, and a repeat of its request with it', async () => {
  const key = randomUUID();
  const soon = await world.replica({ ...GUESTS, CLIENT_SECRET_TTL_MS: '0' });
  const order = orderOf(await checkout(key, {}, soon)) as GuestOrder;
  const { merchantOrderNo: number, clientSecret } = order;
  expect((await read(number, clientSecret, soon)).status).toBe(200);
  // Without a callback, which could request a poll later.
  await world.sandbox.force(number, 'FINISHED', {}, false);
  // It ends once nothing more is expected of the order.
  await until('the secret ends', async () => (await read(number, clientSecret, soon)).status === 404);
  expectProblem(await checkout(key, {}, soon), 409, 'merchant_order_no_conflict');
  // Seven days, unless it is set.
  expect((await read(number, clientSecret)).status).toBe(200);
  const aged = async (days: number): Promise<void> => {
    // A poll between the two statements would find the row altered, and one beside them would change it.
    await world.rows.holdPolls(number);
    const sql = `UPDATE orders SET updated_at = now() - $2 * interval '1 day' WHERE merchant_order_no = $1`;
    await world.rows.query(sql, [number, days]);
    await sealAgain(world.rows, { numbers: [number], ring: SERVICE_RING });
  };
  await aged(6.9);
  expect((await read(number, clientSecret)).status).toBe(200);
  await aged(7.1);
  expectProblem(await read(number, clientSecret), 404, 'not_found');
});

describe('where guests are not let in', () => {
  it('nobody does anything without saying who it is, but a secret reads and retries its order', async () => {
    const { merchantOrderNo, clientSecret, payUrl } = await guestOrder();
    const closed = await world.replica(STRANGERS);
    const [orders, mark] = [await world.rows.count('orders'), await world.sandbox.mark()];
    const secret = { 'x-client-secret': clientSecret };
    for (const headers of [{}, secret, keyed(randomUUID())] as Record<string, string>[]) {
      expectProblem(await closed.checkout(guestBody(), { ...keyed(randomUUID()), ...headers }), 401, 'unauthenticated');
      expectProblem(await closed.request('GET', '/v1/cryptos', { headers }), 401, 'unauthenticated');
      expectProblem(await closed.post('/v1/quotes', {}, headers), 401, 'unauthenticated');
      expectProblem(await closed.post('/v1/sell-orders', {}, headers), 401, 'unauthenticated');
      expectProblem(await closed.request('GET', '/v1/admin/audit', { headers }), 401, 'unauthenticated');
      expectProblem(
        await closed.request('GET', '/v1/nowhere', { headers }),
        headers === secret ? 404 : 401,
        headers === secret ? 'not_found' : 'unauthenticated',
      );
    }
    expectProblem(await read(merchantOrderNo, null, closed), 401, 'unauthenticated');
    expect(await world.rows.count('orders')).toBe(orders);
    expect(await world.sandbox.calls('create', mark)).toEqual([]);

    expect((await read(merchantOrderNo, clientSecret, closed)).body).toMatchObject({ payUrl });
    await pressButton(payUrl, 'cancel');
    await world.rows.untilStatus(merchantOrderNo, 'CANCELLED');
    expect((await retry(merchantOrderNo, clientSecret, closed)).status).toBe(201);
    expectProblem(await read(newNumber(), clientSecret, closed), 404, 'not_found');
  });
});
