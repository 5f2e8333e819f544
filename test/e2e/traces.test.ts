import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newSigningKey } from '#src/webhooks/decisions/webhook-signature.js';
import { SystemChance } from '#src/platform/chance.js';
import { createKey } from '../support/made-key.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newCheckout, orderOf, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import type { Installation } from '../support/service-world.js';
import { startCollector } from '../support/trace-collector.js';
import type { Collector, SentSpan } from '../support/trace-collector.js';
import { startReceiver } from '../support/webhook-receiver.js';
import type { Receiver } from '../support/webhook-receiver.js';

const world = useWorld();
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];
const ERROR = 2;

let collector: Collector;
let receiver: Receiver;
let traced: Installation;
let strict: Installation;
beforeAll(async () => {
  collector = await startCollector();
  receiver = await startReceiver(newSigningKey('v1', new SystemChance()).secret);
  traced = await world.another(
    {
      ...{ LOG_LEVEL: 'debug', WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_EVENTS: 'order.created' },
      ...{ WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: receiver.secret },
      ...collector.environment,
    },
    'process',
  );
  const guests = { AUTH: 'required', AUTH_GUESTS: 'true', LOG_LEVEL: 'debug' };
  strict = await world.another({ ...guests, ...collector.environment }, 'process');
}, 180_000);
afterAll(async () => {
  await receiver.close();
  await collector.close();
});

const CALLER = 'b7ad6b7169203331';
let traces = 0;
const newTrace = (): string => `4bf92f3577b34da6a3ce929d0e0e${String(1000 + traces++)}`;
const traceparent = (traceId: string, flags = '01') => ({ traceparent: `00-${traceId}-${CALLER}-${flags}` });

const spansOf = (traceId: string): SentSpan[] => collector.spans.filter((span) => span.traceId === traceId);
const spanOf = (is: (span: SentSpan) => boolean): Promise<SentSpan> =>
  until('a span', () => Promise.resolve(collector.spans.find(is) ?? false));
const serverSpan = (traceId: string): Promise<SentSpan> =>
  spanOf((span) => span.traceId === traceId && span.kind === SERVER);

describe('with a collector', () => {
  it('a checkout is one trace, from the caller to the provider', async () => {
    const [traceId, { body, number }] = [newTrace(), newCheckout()];
    const answer = await traced.service.checkout(body, traceparent(traceId));
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('x-request-id')).toBe(traceId);

    const request = await serverSpan(traceId);
    expect(request).toMatchObject({ name: 'POST /v1/checkouts', parentSpanId: CALLER, status: { code: 0 } });
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/checkouts',
      'http.response.status_code': 201,
    });
    const calls = spansOf(traceId).filter(({ kind }) => kind === CLIENT);
    expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual(calls.map(() => request.spanId));
    const writes = calls.filter(({ name }) => /^(INSERT|UPDATE) orders/.test(name));
    for (const { name, attributes } of writes)
      expect(attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': name });
    const [reserved, created, ...others] = writes.map(({ name }) => name);
    expect([reserved, others]).toEqual(['INSERT orders INSERT trades INSERT order_events', []]);
    expect(created).toMatch(/^UPDATE orders UPDATE trades/);
    const create = calls.find(({ name }) => name === 'POST create')!;
    expect(create.attributes).toEqual({ 'http.request.method': 'POST', 'http.response.status_code': 200 });

    const [seen] = await world.sandbox.creates(number);
    expect(seen!.headers['traceparent']).toBe(`00-${traceId}-${create.spanId}-01`);
    expect(collector.resource).toMatchObject({ 'service.name': 'ramp-checkout' });
  });

  it('a problem and the log lines have the trace id of the span', async () => {
    const [traceId, { body, number }] = [newTrace(), newCheckout()];
    await world.sandbox.refuse(number, '4242', 'No');
    const answer = await traced.service.checkout(body, traceparent(traceId));
    expectProblem(answer, 422, 'ramp_refused');
    expect(answer.body['traceId']).toBe(traceId);
    await serverSpan(traceId);
    const create = spansOf(traceId).find(({ name }) => name === 'POST create');
    expect(create).toMatchObject({ attributes: { 'error.type': 'undocumented' }, status: { code: ERROR } });
    for (const event of ['request', 'provider_call'])
      await traced.service.program.says(new RegExp(`"traceId":"${traceId}","event":"${event}"`));
  });

  it('a request without a traceparent begins a trace, whose id it is told', async () => {
    const answer = await traced.service.get('/v1/orders/none');
    expectProblem(answer, 404, 'not_found');
    const span = await serverSpan(String(answer.body['traceId']));
    expect(span.name).toMatch(/^GET \/v1\/orders\/:/);
    expect(span.parentSpanId).toBe('');
    expect(answer.headers.get('x-request-id')).toBe(span.traceId);
  });

  it('a call that is sent again is a span of its own', async () => {
    const traceId = newTrace();
    const stale = { act: 'answer', returnCode: '3103', returnMsg: 'Please refresh timestamp' };
    await world.sandbox.fault({ endpoint: 'quote', ...stale });
    const wish = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'EUR', country: 'DE', amount: '50' };
    const answer = await traced.service.post('/v1/quotes', wish, traceparent(traceId));
    expect(answer.status, answer.text).toBe(200);
    await serverSpan(traceId);
    const [first, second, ...others] = spansOf(traceId).filter(({ name }) => name.endsWith(' quote'));
    expect(first!.attributes).toMatchObject({ 'error.type': 'timestamp_expired' });
    expect(second!.attributes).toMatchObject({ 'http.request.resend_count': 1 });
    expect(others).toEqual([]);
  });

  it("the caller's sampling is followed", async () => {
    const [unsampled, sampled] = [newTrace(), newTrace()];
    const { body, number } = newCheckout();
    const answer = await traced.service.checkout(body, traceparent(unsampled, '00'));
    expect(answer.headers.get('x-request-id')).toBe(unsampled);
    const [seen] = await world.sandbox.creates(number);
    expect(seen!.headers['traceparent']).toMatch(new RegExp(`^00-${unsampled}-[0-9a-f]{16}-00$`));
    await traced.service.get(`/v1/orders/${number}`);
    await traced.service.request('GET', `/v1/orders/${number}`, { headers: traceparent(sampled) });
    await serverSpan(sampled);
    expect(spansOf(unsampled)).toEqual([]);
  });

  it.each([
    ['a guest', 'POST', '/v1/quotes', {}],
    ['a refused key', 'GET', '/v1/orders/none', { 'x-api-key': `rck_none_${'x'.repeat(43)}` }],
    ['a browser at a page', 'GET', '/checkout', {}],
    ['a callback', 'POST', '/callbacks/ramp/none', {}],
    ['a path that does not exist', 'GET', '/v1/none', {}],
  ])('AUTH=required: %s chooses neither the trace nor the sampling', async (_, method, path, headers) => {
    const { service } = strict;
    const traceId = newTrace();
    const answer = await service.request(method, path, { headers: { ...headers, ...traceparent(traceId, '00') } });
    const ours = answer.headers.get('x-request-id')!;
    expect(ours).toMatch(/^[0-9a-f]{32}$/);
    expect(ours).not.toBe(traceId);
    if (answer.status >= 400) expect(answer.body['traceId']).toBe(ours);
    expect(await serverSpan(ours)).toMatchObject({ parentSpanId: '' });
    expect(service.program.output()).not.toContain(traceId);
  });

  it('AUTH=required: the trace of a server is continued from its key on, in one span of the request', async () => {
    const { service, databaseUrl } = strict;
    const { key } = await createKey(databaseUrl, 'checkout', 'shop');
    for (const number of ['first', 'second']) {
      const traceId = newTrace();
      const headers = { 'x-api-key': key, ...traceparent(traceId) };
      const answer = await service.request('GET', `/v1/orders/${number}`, { headers });
      expect(expectProblem(answer, 404, 'not_found')['traceId']).toBe(traceId);
      expect(answer.headers.get('x-request-id')).toBe(traceId);
      expect(await serverSpan(traceId)).toMatchObject({ parentSpanId: CALLER });
      await service.program.says(new RegExp(`"traceId":"${traceId}".*"route":"/v1/orders/:merchantOrderNo"`));
    }
    const requests = collector.spans.filter(({ name }) => name === 'GET /v1/orders/:merchantOrderNo');
    const ids = requests.map(({ traceId }) => traceId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('a poll and a webhook are traces of their own; the history names the trace of the poll', async () => {
    const order = await traced.service.order(checkoutBody());
    await pressButton(order.payUrl, 'pay');
    await traced.rows.untilStatus(order.merchantOrderNo, 'COMPLETED');
    const { events } = await traced.rows.whole(order.merchantOrderNo);
    const completed = events.find(({ cause }) => cause['kind'] === 'poll')!;
    const poll = await spanOf(({ name, traceId }) => name === 'poll' && traceId === completed.cause['traceId']);
    expect(poll).toMatchObject({ kind: INTERNAL, parentSpanId: '' });
    const within = await until('its calls', () => {
      const spans = spansOf(poll.traceId).filter(({ parentSpanId }) => parentSpanId === poll.spanId);
      return Promise.resolve(spans.length > 0 && spans);
    });
    expect(within.map(({ name }) => name)).toContain('GET query');

    const message = await until('a webhook', () => Promise.resolve(receiver.messages.at(0)));
    const [, traceId, spanId] = message.headers['traceparent']!.split('-');
    expect(message.isGenuine).toBe(true);
    const call = await spanOf((span) => span.spanId === spanId);
    expect(call).toMatchObject({ traceId, name: 'POST', kind: CLIENT });
    expect(call.attributes).toEqual({ 'http.request.method': 'POST', 'http.response.status_code': 204 });
    expect(await spanOf((span) => span.spanId === call.parentSpanId)).toMatchObject({ name: 'webhook', traceId });
  });

  it('spans hold no order number, no address, no e-mail and no value of a statement', async () => {
    const planted = { ...checkoutBody(), customer: { id: 'planted-c', email: 'planted@planted.example' } };
    const order = orderOf(await traced.service.insist(planted, traceparent(newTrace())));
    const last = newTrace();
    await traced.service.request('GET', `/v1/orders/${order.merchantOrderNo}`, { headers: traceparent(last) });
    await serverSpan(last);
    const sent = collector.bodies.join('\n');
    const address = String((planted as Record<string, unknown>)['address']);
    for (const secret of [order.merchantOrderNo, address, 'planted', String(order.payUrl), receiver.url])
      expect(sent).not.toContain(secret);
    expect(collector.bodies.every((body) => body.startsWith('POST /v1/traces '))).toBe(true);
  });

  it('health checks and metrics are not traced', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) await traced.service.get(path);
    const last = newTrace();
    await traced.service.request('GET', '/v1/orders/none', { headers: traceparent(last) });
    await serverSpan(last);
    expect(collector.spans.filter(({ name }) => /health|metrics/.test(name))).toEqual([]);
  });

  it('SIGTERM sends what is left', async () => {
    const environment = { ...collector.environment, OTEL_BSP_SCHEDULE_DELAY: '600000' };
    const { service } = await world.another(environment, 'process');
    const traceId = newTrace();
    await service.request('GET', '/v1/orders/none', { headers: traceparent(traceId) });
    expect(spansOf(traceId)).toEqual([]);
    expect(await service.program.stop()).toBe(0);
    expect(spansOf(traceId).map(({ kind }) => kind)).toContain(SERVER);
  });
});

describe.each([
  ['refuses connections', 'http://127.0.0.1:9'],
  ['never answers', null],
])('a collector that %s', (_, url) => {
  it('harms no request, is logged once, and does not hold up the end', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const { service } = await world.another(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: url ?? `http://127.0.0.1:${port}`,
        OTEL_BSP_SCHEDULE_DELAY: '20',
        OTEL_EXPORTER_OTLP_TIMEOUT: '100',
      },
      'process',
    );
    for (let n = 0; n < 5; n++) {
      expect((await service.checkout(newCheckout().body)).status).toBe(201);
      await service.program.says(/"event":"traces_not_sent"/);
    }
    const began = performance.now();
    expect(await service.program.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(service.program.output().match(/traces_not_sent/g)).toHaveLength(1);
  });
});

/** Every script that a service has loaded, from start to end. */
async function scriptsOf(env: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { service } = await world.another({ ...env, NODE_V8_COVERAGE: folder }, 'process');
  expect((await service.checkout(newCheckout().body)).status).toBe(201);
  await service.program.stop();
  return readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
}

const isTracing = (url: string): boolean => /node_modules\/@opentelemetry\/|\/otel-tracing/.test(url);

it.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['nothing', {}, false],
  ['OTEL_SDK_DISABLED', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }, false],
  [
    'OTEL_TRACES_EXPORTER=none',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_EXPORTER: 'none' },
    false,
  ],
  ['an endpoint of traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/v1/traces' }, true],
])('%s set: is OpenTelemetry loaded? %s %s', async (_, env, isLoaded) => {
  const scripts = await scriptsOf(env);
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.some((url) => url.includes('/dist/code/'))).toBe(true);
  expect(scripts.some(isTracing)).toBe(isLoaded);
});
