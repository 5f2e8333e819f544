import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FeedReader } from '../support/feed.js';
import { openSocket } from '../support/raw-http.js';
import type { Answer, OrderBody } from '../support/service.js';
import { checkoutBody, expectProblem, newNumber, until } from '../support/service.js';
import { openReceipt } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';

/** The schedule alone would poll after an hour, so each poll is due to a callback. */
const HINTS_ONLY = { RECONCILE_FIRST_DELAY_MS: '3600000' };

// Callbacks of the provider's own are off: the tests send them.
const world = useWorld(HINTS_ONLY, { sandbox: { SANDBOX_CALLBACKS: 'off' } });

interface Called {
  readonly order: OrderBody & { readonly payUrl: string };
  readonly number: string;
  readonly path: string;
}

async function orderWithCallback(body = checkoutBody()): Promise<Called> {
  const { service, sandbox } = world;
  const order = await service.order(body);
  const number = order.merchantOrderNo;
  const [create] = await sandbox.creates(number);
  return { order, number, path: new URL(String(create!.body!['callbackUrl'])).pathname };
}

function call(path: string, body: string, headers: Record<string, string> = {}, to = world.service): Promise<Answer> {
  return to.request('POST', path, { body, headers: { 'content-type': 'application/json', ...headers } });
}

function untilAsked(number: string, times: number): Promise<unknown> {
  return until(`${times} questions about ${number}`, async () => {
    return (await world.sandbox.queries(number)).length >= times;
  });
}

describe('a callback with a good token', () => {
  it('is only a hint: a forged one makes us ask, and changes nothing', async () => {
    const { service, sandbox, rows } = world;
    const { order, number, path } = await orderWithCallback();
    const forged = JSON.stringify({
      orderNo: order['orderNo'],
      merchantOrderNo: number,
      status: 'FINISHED',
      amount: '100.00',
      txHash: `0x${'f'.repeat(64)}`,
      email: 'forger@planted.example',
    });
    const answer = await call(path, forged, { timestamp: '1700000000000', 'x-other': 'kept by nobody' });
    expect([answer.status, answer.text]).toEqual([200, 'success']);

    await untilAsked(number, 1);
    await until('the answer is recorded', async () => (await rows.trades(number))[0]!.ramp_status !== null);
    expect(await rows.order(number)).toMatchObject({ status: 'AWAITING_PAYMENT', in_review: false });
    expect(await service.read(number)).toMatchObject({ status: 'AWAITING_PAYMENT', txHash: null });
    expect(await rows.announced(number)).not.toContain('order.completed');
    expect((await sandbox.order(number)).status).toBe('PENDING');

    const [receipt, second] = await rows.receipts(number);
    expect(second).toBeUndefined();
    expect(receipt).toMatchObject({ trade_no: number, method: 'POST', key_id: '1' });
    expect(receipt!.digest.equals(createHash('sha256').update(forged).digest())).toBe(true);
    const { body, headers } = openReceipt(receipt!);
    expect(body.toString()).toBe(forged);
    expect(headers).toMatchObject({ 'content-type': 'application/json', timestamp: '1700000000000' });
    expect(headers).not.toHaveProperty('x-other');
  });

  it('requests a poll each time that the same bytes come', async () => {
    const { sandbox, rows } = world;
    const { number, path } = await orderWithCallback();
    const bytes = '{"status":"PAY_SUCCESS"}';
    await call(path, bytes);
    await untilAsked(number, 1);
    await until('the answer is recorded', async () => (await rows.trades(number))[0]!.ramp_status === 'PENDING');
    // The first came before the provider's own record showed the payment.
    await sandbox.force(number, 'PAY_SUCCESS');
    expect((await call(path, bytes)).status).toBe(200);
    await rows.untilStatus(number, 'PAID');
    expect(await rows.receipts(number)).toMatchObject([{ times: 2 }]);
  });

  it('is stored encrypted: nothing of it can be read in the table', async () => {
    const { rows } = world;
    const { number, path } = await orderWithCallback();
    const mark = 'planted-in-a-callback@planted.example';
    await call(path, JSON.stringify({ email: mark }));
    await call(`${path}?email=${mark}`, '', { 'user-agent': mark });
    expect(await rows.receipts(number)).toHaveLength(2);
    const [dump] = await rows.query<{ text: string }>(
      `SELECT string_agg(r::text || encode(r.content, 'escape') || encode(r.content, 'base64'), ' ') AS text
         FROM callback_receipts r WHERE trade_no = $1`,
      [number],
    );
    for (const form of [mark, Buffer.from(mark).toString('hex'), Buffer.from(mark).toString('base64').slice(0, 30)]) {
      expect(dump!.text).not.toContain(form);
    }
    expect(openReceipt((await rows.receipts(number))[1]!).query).toBe(`email=${mark}`);
  });

  it.each([
    ['no JSON', 'POST', '{"status":', { 'content-type': 'application/json' }],
    ['another content type', 'POST', 'a=b&status=FINISHED', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a content type that is nonsense', 'POST', 'x', { 'content-type': '////' }],
    ['binary', 'POST', '\u0000\u00ff', { 'content-type': 'application/octet-stream' }],
    ['empty', 'POST', '', {}],
    ['a GET', 'GET', null, {}],
    ['a PUT', 'PUT', '{}', { 'content-type': 'application/json' }],
    ['a HEAD', 'HEAD', null, {}],
    ['called compressed and is not', 'POST', '{}', { 'content-encoding': 'gzip' }],
    ['beyond ASCII, behind a byte order mark', 'POST', '\uFEFF{"name":"Zoë 李🙂"}', {}],
    ['one name twice', 'POST', '{"status":"PAY_FAIL","status":"FINISHED"}', {}],
    ['thousands of levels', 'POST', '['.repeat(60_000), { 'content-type': 'application/json' }],
  ] as const)('is stored and acknowledged when it is %s', async (_, method, body, headers) => {
    const { service, rows } = world;
    const { number, path } = await orderWithCallback();
    const answer = await service.request(method, path, body === null ? {} : { body, headers });
    expect([answer.status, answer.text]).toEqual([200, method === 'HEAD' ? '' : 'success']);
    const [receipt] = await rows.receipts(number);
    expect(receipt).toMatchObject({ method });
    expect(openReceipt(receipt!).body.toString()).toBe(body ?? '');
    await untilAsked(number, 1);
    expect((await rows.order(number))!.status).toBe('AWAITING_PAYMENT');
  });

  it('is refused when it is larger than 64 KiB; nothing is stored, but its trade is asked about', async () => {
    const { number, path } = await orderWithCallback();
    await world.sandbox.force(number, 'FINISHED');
    expectProblem(await call(path, JSON.stringify({ x: 'y'.repeat(1024 * 1024) })), 413, 'payload_too_large');
    expect(await world.rows.receipts(number)).toEqual([]);
    await world.rows.untilStatus(number, 'COMPLETED');
    expect((await call(path, 'y'.repeat(60 * 1024))).status).toBe(200);
    expect(openReceipt((await world.rows.receipts(number))[0]!).body).toHaveLength(60 * 1024);
  });

  it('is stored with the whole of its query', async () => {
    const { service, rows } = world;
    const { number, path } = await orderWithCallback();
    const query = 'status=FINISHED&a=b?c=d&e=%ff+%26';
    expect((await service.request('GET', `${path}?${query}`)).status).toBe(200);
    const [receipt] = await rows.receipts(number);
    expect(openReceipt(receipt!).query).toBe(query);
    expect(receipt).toMatchObject({ method: 'GET', claimed_status: null });
  });

  it('is not made of a question which methods there are', async () => {
    const { service, rows } = world;
    const { number, path } = await orderWithCallback();
    const answer = await service.request('OPTIONS', path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, expect.stringContaining('POST')]);
    expectProblem(await service.request('OPTIONS', `${path.slice(0, -2)}AA`), 404, 'not_found');
    expect(await rows.receipts(number)).toEqual([]);
  });

  it('is not stored when its sender breaks off in the middle', async () => {
    const { rows, service } = world;
    const { number, path } = await orderWithCallback();
    const socket = await openSocket(service.port);
    socket.end(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"status":"FINISHED"}`);
    await once(socket.resume(), 'close');
    expect((await call(path, '{"whole":true}')).status).toBe(200);
    const stored = (await rows.receipts(number)).map((receipt) => openReceipt(receipt).body.toString());
    expect(stored).toEqual(['{"whole":true}']);
    await untilAsked(number, 1);
  });
});

describe('a callback with a bad token', () => {
  it('is not found, and leaves nothing behind', async () => {
    const { service, sandbox, rows } = world;
    const { number, path } = await orderWithCallback();
    const other = await orderWithCallback();
    const mac = path.split('~')[2]!;
    const tokens = [
      `${path.slice(0, -1)}${path.endsWith('A') ? 'Q' : 'A'}`,
      path.replace(number, other.number),
      path.replace('~1~', '~2~'),
      path.replace(mac, ''),
      `${path}~`,
      `${path}/x`,
      '/callbacks/ramp/',
      '/callbacks/ramp/%00',
      `/callbacks/ramp/${newNumber()}~1~${mac}`,
    ];
    const mark = await sandbox.mark();
    const before = await rows.count('callback_receipts');
    for (const token of tokens) {
      const answer = await call(token, '{"status":"FINISHED"}');
      expect([400, 404], token).toContain(answer.status);
      expectProblem(answer, answer.status, answer.status === 404 ? 'not_found' : 'invalid_request');
    }
    expectProblem(await service.get(`${path.slice(0, -2)}AA`), 404, 'not_found');
    expect(await rows.count('callback_receipts')).toBe(before);
    // A good one comes after them: had they been hints, they would have been followed before it.
    await call(other.path, '{}');
    await untilAsked(other.number, 1);
    expect((await sandbox.calls('query', mark)).map(({ merchantOrderNo }) => merchantOrderNo)).toEqual([other.number]);
  });
});

/** As a failover that no process notices. */
async function loseOrder(number: string): Promise<void> {
  const table = (name: string) => world.rows.query(`DELETE FROM ${name} WHERE merchant_order_no = $1`, [number]);
  for (const name of ['outbox', 'order_events', 'mismatches', 'trades', 'orders']) await table(name);
}

describe('a callback about an order that the database has lost', () => {
  it('puts its number in doubt for good, and no other', async () => {
    const { service, sandbox, rows } = world;
    const body = checkoutBody();
    const { number, path } = await orderWithCallback(body);
    await sandbox.force(number, 'FINISHED');
    const feed = await new FeedReader(() => service).fromNowOn();
    await loseOrder(number);
    for (const status of ['PAY_SUCCESS', 'FINISHED']) {
      expect((await call(path, JSON.stringify({ status }))).status).toBe(200);
      expect((await service.checkout(checkoutBody())).status).toBe(201);
      await feed.read();
    }
    // The hour of a doubt is over, and the receipts are deleted for their age.
    await rows.query(`UPDATE doubted_numbers SET at = at - interval '90 days'`);
    await rows.query('DELETE FROM callback_receipts WHERE trade_no = $1', [number]);
    const other = await world.replica(HINTS_ONLY);
    const repeated = await other.insist(body);
    expect(repeated, repeated.text).toMatchObject({ status: 201, body: { payUrl: null, inReview: false } });
    await rows.untilStatus(number, 'COMPLETED');
    expect(await sandbox.creates(number)).toHaveLength(1);
  });
});

describe('the acknowledgement', () => {
  it('has the status and the body of the settings', async () => {
    const { sandbox } = world;
    const reply = { RAMP_CALLBACK_REPLY_STATUS: '202', RAMP_CALLBACK_REPLY_BODY: '{"code":"0000","msg":"OK"}' };
    const { service } = await world.another({ ...HINTS_ONLY, ...reply });
    const order = await service.order(checkoutBody());
    const [create] = await sandbox.creates(order.merchantOrderNo);
    const { pathname } = new URL(String(create!.body!['callbackUrl']));
    const answer = await call(pathname, '{}', {}, service);
    expect([answer.status, answer.text]).toEqual([202, '{"code":"0000","msg":"OK"}']);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });
});
