import { createHmac } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readMetrics, total } from '../support/promtool.js';
import { CREDENTIALS } from '../support/sandbox-client.js';
import { checkoutBody, Service, until } from '../support/service.js';
import { openReceipt } from '../support/service-history.js';
import type { Rows } from '../support/service-rows.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

/** The schedule alone would ask after an hour: whatever is known before, a callback has brought about. */
const HINTS_ONLY = { RECONCILE_FIRST_DELAY_MS: '3600000' };
const AS_EVER = { form: 'json', method: 'POST', signatures: ['newSignature', 'signature'], key: 'right' };

let world: World;
beforeAll(async () => {
  world = await startWorld(HINTS_ONLY);
});
afterAll(() => world.close());
afterEach(() => world.sandbox.control('POST', '/callback-form', AS_EVER));

interface Shop {
  readonly service: Service;
  readonly rows: Rows;
}

const look = (form: Readonly<Record<string, unknown>>) => world.sandbox.control('POST', '/callback-form', form);

async function newOrder({ service }: Shop): Promise<{ number: string; path: string }> {
  const { merchantOrderNo: number } = await service.order(checkoutBody());
  const [create] = await world.sandbox.creates(number);
  return { number, path: new URL(String(create!.body!['callbackUrl'])).pathname };
}

/** An order that is paid at the provider, which tells of it; whatever is thought of that, the order is completed. */
async function completedOrder(shop: Shop): Promise<{ number: string; verdict: unknown; reason: unknown }> {
  const { number } = await newOrder(shop);
  await world.sandbox.force(number, 'FINISHED');
  expect(await shop.rows.untilStatus(number, 'COMPLETED')).toMatchObject({ in_review: false });
  await until('the provider is answered', async () => {
    return (await world.sandbox.callbacks(number)).every(({ httpStatus }) => httpStatus === 200);
  });
  const [receipt, second] = await shop.rows.receipts(number);
  expect(second).toBeUndefined();
  return { number, verdict: receipt!.verdict, reason: receipt!.verdict_reason };
}

const call = (shop: Shop, path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  shop.service.request('POST', path, { body, headers });

const SCHEMES = [
  ['body', 'newSignature', {}],
  ['fields', 'signature', {}],
  ['fields-twice', 'signature-twice', {}],
  ['raw-hmac', 'raw-hmac', {}],
  ['stamped-hmac', 'stamped-hmac', { RAMP_CALLBACK_VERIFY_HEADER: 'Signature-V2' }],
] as const;

describe.each(SCHEMES)('RAMP_CALLBACK_VERIFY=%s', (scheme, signature, more) => {
  const FORMS = [
    { form: 'json', method: 'POST' },
    { form: 'form', method: 'POST' },
    { form: 'query', method: 'POST' },
    { form: 'query', method: 'GET' },
  ];
  let shop: Shop;
  beforeAll(async () => {
    shop = await world.another({ ...HINTS_ONLY, ...more, RAMP_CALLBACK_VERIFY: scheme });
  });

  it('takes what the provider signs in every form, and nothing else; the order is completed by any of them', async () => {
    for (const form of FORMS) {
      await look({ ...form, signatures: [signature], key: 'right' });
      const name = `${form.method} ${form.form}`;
      expect(await completedOrder(shop), name).toMatchObject({ verdict: 'valid', reason: null });
      await look({ key: 'wrong' });
      const wrong = { verdict: 'invalid', reason: 'the signature does not fit' };
      expect(await completedOrder(shop), name).toMatchObject(wrong);
    }
    await look({ signatures: [] });
    expect(await completedOrder(shop)).toMatchObject({ verdict: 'invalid', reason: 'no signature in it' });
  });

  it('tells in the log and the metrics, by the number of the trade and without what came', async () => {
    await look({ ...FORMS[0], signatures: [signature], key: 'wrong' });
    const wrong = await completedOrder(shop);
    await look({ key: 'right' });
    const { number } = await completedOrder(shop);
    const [receipt] = await shop.rows.receipts(number);
    const entries = shop.service.program
      .output()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.filter(({ tradeNo, event }) => tradeNo === number && event === 'callback_stored')).toMatchObject([
      { level: 'info', receiptId: receipt!.id, verdict: 'valid', reason: null, claims: 'FINISHED', times: 1 },
    ]);
    expect(
      entries.filter(({ tradeNo, event }) => tradeNo === wrong.number && event === 'callback_signature_invalid'),
    ).toMatchObject([{ level: 'warn', verdict: 'invalid', reason: 'the signature does not fit' }]);
    const { body } = openReceipt(receipt!);
    const { address } = JSON.parse(body.toString()) as { address: string };
    expect(shop.service.program.output()).not.toContain(address);

    const { samples } = readMetrics((await shop.service.get('/metrics')).text);
    for (const verdict of ['valid', 'invalid', 'unchecked']) {
      const stored = await shop.rows.query<{ times: string }>(
        'SELECT coalesce(sum(times), 0) AS times FROM callback_receipts WHERE verdict = $1',
        [verdict],
      );
      expect(total(samples, 'ramp_checkout_callback_verdicts_total', { verdict })).toBe(Number(stored[0]!.times));
    }
  });
});

it('a setting that fits nothing silences nobody: every callback is invalid, and every order is completed at once', async () => {
  const shop = await world.another({
    ...HINTS_ONLY,
    RAMP_CALLBACK_VERIFY: 'raw-hmac',
    RAMP_CALLBACK_VERIFY_HEADER: 'x-of-nobody',
    RAMP_CALLBACK_VERIFY_DIGEST: 'sha512',
    RAMP_CALLBACK_VERIFY_ENCODING: 'base64',
  });
  for (let i = 0; i < 3; i++) expect(await completedOrder(shop)).toMatchObject({ verdict: 'invalid' });
});

it('digest, encoding and header are of the settings', async () => {
  const shop = await world.another({
    ...HINTS_ONLY,
    RAMP_CALLBACK_VERIFY: 'raw-hmac',
    RAMP_CALLBACK_VERIFY_HEADER: 'X-Hook-Sign',
    RAMP_CALLBACK_VERIFY_DIGEST: 'sha512',
    RAMP_CALLBACK_VERIFY_ENCODING: 'base64',
  });
  const { number, path } = await newOrder(shop);
  const body = '{"any":"thing"}';
  const sign = createHmac('sha512', CREDENTIALS.appSecret).update(body).digest('base64');
  expect((await call(shop, path, body, { 'x-hook-sign': sign })).status).toBe(200);
  const [receipt] = await shop.rows.receipts(number);
  expect(receipt).toMatchObject({ verdict: 'valid', verdict_reason: null });
  expect(openReceipt(receipt!).headers).toMatchObject({ 'x-hook-sign': sign });
});

describe('behind a proxy', () => {
  let proxy: Server;
  let target: string;
  beforeAll(async () => {
    // Takes /pay off the path, as ingresses do.
    proxy = createServer((incoming, answer) => {
      const path = incoming.url!.replace(/^\/pay/, '');
      const outgoing = request(`${target}${path}`, { method: incoming.method, headers: incoming.headers }, (reply) => {
        answer.writeHead(reply.statusCode!, reply.headers);
        reply.pipe(answer);
      });
      outgoing.on('error', () => answer.destroy());
      incoming.pipe(outgoing);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it('the path that the provider was told is what is signed, and not the one that arrives', async () => {
    const { port } = proxy.address() as AddressInfo;
    const publicUrl = `http://127.0.0.1:${port}/pay`;
    const shop = await world.another({ ...HINTS_ONLY, PUBLIC_URL: publicUrl, RAMP_CALLBACK_VERIFY: 'body' });
    target = shop.service.url;
    expect(await completedOrder(shop)).toMatchObject({ verdict: 'valid' });

    const { number, path } = await newOrder(shop);
    expect(path).toMatch(/^\/pay\/callbacks\/ramp\//);
    const arriving = path.replace('/pay', '');
    const timestamp = String(Date.now());
    const signed = (over: string, news: string): string => {
      const text = `${timestamp}POST${over}{"news":"${news}"}`;
      const sign = createHmac('sha256', CREDENTIALS.appSecret).update(text).digest('base64');
      return JSON.stringify({ news, newSignature: sign });
    };
    for (const [over, news] of [
      [path, 'told'],
      [arriving, 'arriving'],
    ] as const) {
      expect((await call(shop, arriving, signed(over, news), { timestamp })).status).toBe(200);
    }
    expect((await shop.rows.receipts(number)).map(({ verdict }) => verdict)).toEqual(['valid', 'invalid']);
  });
});

it('who was told no address cannot have its path checked', async () => {
  const shop = await world.another({ ...HINTS_ONLY, RAMP_CALLBACK_VERIFY: 'body' });
  const { number, path } = await newOrder(shop);
  await shop.service.stop();
  const service = await Service.start({
    databaseUrl: shop.databaseUrl,
    rampUrl: world.sandbox.url,
    env: { ...HINTS_ONLY, RAMP_CALLBACK_VERIFY: 'body', PUBLIC_URL: '' },
  });
  try {
    await world.sandbox.force(number, 'FINISHED');
    expect((await call({ ...shop, service }, path, '{"newSignature":"x"}')).status).toBe(200);
    await shop.rows.untilStatus(number, 'COMPLETED');
    const [receipt] = await shop.rows.receipts(number);
    expect(receipt).toMatchObject({ verdict: 'unchecked', verdict_reason: 'its path is not known without PUBLIC_URL' });
  } finally {
    await service.stop();
  }
});

describe('the same callback again', () => {
  it('a hundred times at once, each stamped and signed anew, is one receipt of a hundred', async () => {
    const shop = await world.another({ ...HINTS_ONLY, RAMP_CALLBACK_VERIFY: 'body' });
    const { number, path } = await newOrder(shop);
    await world.sandbox.force(number, 'FINISHED', {}, false);
    const signedAt = (timestamp: string): string => {
      const text = `${timestamp}POST${path}{"orderNo":"P-1","status":"FINISHED"}`;
      const sign = createHmac('sha256', CREDENTIALS.appSecret).update(text).digest('base64');
      return JSON.stringify({ status: 'FINISHED', orderNo: 'P-1', newSignature: sign });
    };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const timestamp = String(Date.now() + index);
        return call(shop, path, signedAt(timestamp), { timestamp });
      }),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 success']));
    await shop.rows.untilStatus(number, 'COMPLETED');
    const once = { verdict: 'valid', times: 100, claimed_status: 'FINISHED' };
    expect(await shop.rows.receipts(number)).toMatchObject([once]);

    // The same with a signature of somebody else: not hidden, and it hides nothing.
    await call(shop, path, '{"status":"FINISHED","orderNo":"P-1","newSignature":"x"}', { timestamp: '1' });
    const forged = { verdict: 'invalid', times: 1, claimed_status: 'FINISHED' };
    expect(await shop.rows.receipts(number)).toMatchObject([once, forged]);

    const { samples } = readMetrics((await shop.service.get('/metrics')).text);
    const counted = (result: string) => total(samples, 'ramp_checkout_callbacks_total', { result });
    expect([counted('stored'), counted('repeated')]).toEqual([2, 99]);
  });

  it('delivered by the provider until it hears 200, is one receipt', async () => {
    const shop = await world.another({
      ...HINTS_ONLY,
      RAMP_CALLBACK_REPLY_STATUS: '202',
      RAMP_CALLBACK_VERIFY: 'body',
    });
    await world.sandbox.callbackRetries(20, 20, 20);
    const { number } = await newOrder(shop);
    await world.sandbox.force(number, 'FINISHED');
    await until('four attempts', async () => {
      const sent = await world.sandbox.callbacks(number);
      return sent.length === 4 && sent.every(({ outcome }) => outcome === 'answered');
    });
    await world.sandbox.callbackRetries();
    const timestamps = new Set((await world.sandbox.callbacks(number)).map(({ body }) => body['newSignature']));
    expect(timestamps.size).toBe(4);
    expect(await shop.rows.receipts(number)).toMatchObject([{ verdict: 'valid', times: 4 }]);
  });

  it('is a hint each time', async () => {
    const { number, path } = await newOrder(world);
    await call(world, path, '{"again":1}');
    await until('asked', async () => (await world.sandbox.queries(number)).length > 0);
    await world.sandbox.force(number, 'FINISHED', {}, false);
    await call(world, path, '{"again":1}');
    await world.rows.untilStatus(number, 'COMPLETED');
    expect(await world.rows.receipts(number)).toMatchObject([{ times: 2 }]);
  });

  it('under another trade is another receipt', async () => {
    const [one, two] = [await newOrder(world), await newOrder(world)];
    for (const { path } of [one, two, two]) await call(world, path, '{"from":"somebody"}');
    expect(await world.rows.receipts(one.number)).toMatchObject([{ times: 1 }]);
    expect(await world.rows.receipts(two.number)).toMatchObject([{ times: 2 }]);
  });
});

it('a flood of forgeries is stored, asked about no more often than the floor, and not forgotten', async () => {
  const floorMs = 4000;
  const shop = await world.another({
    ...HINTS_ONLY,
    HINT_FLOOR_MS: String(floorMs),
    RAMP_CALLBACK_VERIFY: 'body',
  });
  const { number, path } = await newOrder(shop);
  const begun = performance.now();
  for (let index = 0; index < 40; index++) expect((await call(shop, path, `{"flood":${index}}`)).status).toBe(200);
  const asked = await world.sandbox.queries(number);
  expect(asked.length).toBeLessThanOrEqual((performance.now() - begun) / floorMs + 1);
  expect((await shop.rows.receipts(number)).filter(({ verdict }) => verdict === 'invalid')).toHaveLength(40);
  await world.sandbox.force(number, 'FINISHED', {}, false);
  expect((await call(shop, path, '{"flood":"ends"}')).status).toBe(200);
  await shop.rows.untilStatus(number, 'COMPLETED', 30_000);
});

it('whose sender breaks off in the middle is not stored, and the whole one is', async () => {
  const { number, path } = await newOrder(world);
  const { hostname, port } = new URL(world.service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"status":"FINISHED"}`);
  socket.end();
  await once(socket.resume(), 'close');
  expect((await call(world, path, '{"status":"FINISHED","whole":true}')).status).toBe(200);
  const receipts = await world.rows.receipts(number);
  expect(receipts.map((receipt) => openReceipt(receipt).body.toString())).toEqual([
    '{"status":"FINISHED","whole":true}',
  ]);
});
