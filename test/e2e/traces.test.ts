import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serviceVersion } from '#src/platform/config/project-folder.js';
import { FakeServer } from '#tools/fakes/server.mjs';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, newCheckout, orderOf, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import type { Installation } from '../support/service-world.js';
import { startCollector } from '../support/trace-collector.js';
import type { Collector, SentSpan } from '../support/trace-collector.js';
import { subscribe } from '../support/webhook-receiver.js';
import type { Receiver } from '../support/webhook-receiver.js';

const world = useWorld();
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];

let collector: Collector;
let receiver: Receiver;
let traced: Installation;
let strict: Installation;
beforeAll(async () => {
  collector = await startCollector();
  traced = await world.another(
    {
      LOG_LEVEL: 'debug',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      ...collector.environment,
    },
    'process',
  );
  ({ receiver } = await subscribe(traced.service, { events: ['order.created'] }));
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
    expect(collector.resource).toMatchObject({ 'service.name': 'ramp-checkout', 'service.version': serviceVersion() });
    expect(Object.keys(collector.resource).filter((name) => name.startsWith('process.'))).toEqual([]);
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

  it('a callback, a poll and a webhook are traces of their own, linked to the checkout’s', async () => {
    const made = newTrace();
    const { body, number } = newCheckout();
    const order = orderOf(await traced.service.insist(body, traceparent(made)));
    const linked = (name: string): Promise<SentSpan> =>
      spanOf((span) => span.name === name && (span.links ?? []).some(({ traceId }) => traceId === made));
    await pressButton(order.payUrl!, 'pay');
    await traced.rows.untilStatus(number, 'COMPLETED');
    for (const name of ['POST /callbacks/ramp/:token', 'poll', 'webhook'])
      expect((await linked(name)).traceId).not.toBe(made);
    const { events } = await traced.rows.whole(number);
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
});

describe.each([
  ['refuses connections', 'http://127.0.0.1:9'],
  ['never answers', null],
])('a collector that %s', (_, url) => {
  it('harms no request, is logged once, and does not hold up the end', async () => {
    const silent = await FakeServer.start(() => undefined);
    onTestFinished(() => silent.close());
    const { service } = await world.another(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: url ?? silent.url,
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
