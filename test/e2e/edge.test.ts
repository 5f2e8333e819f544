import { beforeAll, describe, expect, it } from 'vitest';
import { openSocket, parse, readToEnd, sendRaw } from '../support/raw-http.js';
import type { RawAnswer } from '../support/raw-http.js';
import { checkoutBody, expectProblem, newNumber } from '../support/service.js';
import type { Service } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld({ NODE_ENV: 'development' }, { own: 'process' });
let service: Service;
beforeAll(() => {
  ({ service } = world);
});

const send = (bytes: string): Promise<RawAnswer> => sendRaw(service.port, bytes);

/** Expects exactly one response, a problem, on a closed connection, and returns the problem. */
function expectRefused(answer: RawAnswer, status: number, code: string): void {
  expect(answer.statuses, answer.text).toEqual([status]);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.headers['connection']).toBe('close');
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  expect(body).toMatchObject({ status, code });
  expect(body['traceId']).toMatch(/^[0-9a-f]{32}$/);
  expect(answer.headers['x-request-id']).toBe(body['traceId']);
  expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
}

const HOST = 'Host: localhost\r\n';
/** The request that an attacker wants to smuggle. */
const hidden = (number: string): string => {
  const body = JSON.stringify(checkoutBody({ merchantOrderNo: number }));
  return `POST /v1/checkouts HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

describe('ambiguous request boundaries', () => {
  const post = (headers: string, body: string): string =>
    `POST /v1/quotes HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}\r\n${body}`;

  it.each<[string, (inside: string) => string]>([
    [
      'a length beside chunks',
      (inside) => post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${inside}`),
    ],
    [
      'chunks beside a length',
      (inside) => post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${inside}`),
    ],
    ['two lengths', (inside) => post(`Content-Length: 0\r\nContent-Length: ${inside.length}\r\n`, inside)],
    ['the same length twice', (inside) => post('Content-Length: 0\r\nContent-Length: 0\r\n', inside)],
    ['a list of lengths', (inside) => post('Content-Length: 0, 0\r\n', inside)],
    ['a length with a sign', (inside) => post('Content-Length: +0\r\n', inside)],
    ['a length below zero', (inside) => post('Content-Length: -1\r\n', inside)],
    ['a length in another notation', (inside) => post('Content-Length: 0x0\r\n', inside)],
    [
      'chunks that are not the last coding',
      (inside) => post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${inside}`),
    ],
    ['a coding that nobody knows', (inside) => post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${inside}`)],
    ['a blank before the colon', (inside) => post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${inside}`)],
    ['a folded header', (inside) => post('X-A: b\r\n Content-Length: 0\r\n', inside)],
    ['a folded coding', (inside) => post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${inside}`)],
    ['a line feed alone', (inside) => `POST /v1/quotes HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n${inside}`],
    ['a line feed alone within', (inside) => post('X-A: b\nContent-Length: 0\r\n', inside)],
    ['a carriage return alone', (inside) => post('X-A: b\rContent-Length: 0\r\n', inside)],
    ['a NUL in a header', (inside) => post('X-A: b\0\r\nContent-Length: 0\r\n', inside)],
    ['a size of a chunk that is none', (inside) => post('Transfer-Encoding: chunked\r\n', `0x0\r\n\r\n${inside}`)],
    [
      'a chunk that is longer than it says',
      (inside) => post('Transfer-Encoding: chunked\r\n', `1\r\nabc\r\n0\r\n\r\n${inside}`),
    ],
    ['HTTP/2', (inside) => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${inside}`],
    ['HTTP/0.9', (inside) => `GET /v1/quotes\r\n\r\n${inside}`],
    ['a version that is none', (inside) => `GET /v1/quotes HTTP/1.10\r\n${HOST}\r\n${inside}`],
    ['no HTTP at all', (inside) => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${inside}`],
  ])('%s: refused, and nothing after it is processed', async (_what, request) => {
    const number = newNumber();
    const answer = await send(request(hidden(number)));
    expect(answer.statuses, answer.text).toEqual([400]);
    expect(answer.headers['connection']).toBe('close');
    expect(await world.rows.order(number)).toBeNull();
  });

  it('control: two requests on one connection are two', async () => {
    const number = newNumber();
    const first = `GET /health/live HTTP/1.1\r\n${HOST}\r\n`;
    const last = hidden(number).replace(HOST, `${HOST}Connection: close\r\n`);
    expect((await send(first + last)).statuses).toEqual([200, 201]);
    expect(await world.rows.order(number)).not.toBeNull();
  });
});

describe('sizes', () => {
  it('more than 100 headers', async () => {
    const fields = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'a']));
    expectProblem(await service.request('GET', '/health/live', { headers: fields(120) }), 431, 'headers_too_large');
    expect((await service.request('GET', '/health/live', { headers: fields(80) })).status).toBe(200);
  });

  it.each([
    [40_000, 200],
    [70_000, 431],
  ])('%i bytes of cookies, as of a shop on the same domain: %i', async (bytes, status) => {
    const headers = { cookie: `a=${'x'.repeat(bytes)}` };
    const answer = await service.request('GET', '/health/live', { headers });
    expect(answer.status).toBe(status);
  });

  it('a URL of more than 4 KiB', async () => {
    expectProblem(await service.get(`/v1/cryptos?fiat=${'a'.repeat(4100)}`), 414, 'uri_too_long');
    expectProblem(await service.get(`/${'a'.repeat(12_000)}`), 414, 'uri_too_long');
    expect((await service.get(`/health/live?${'a'.repeat(4000)}`)).status).toBe(200);
  });

  it('no Host', async () => {
    expectRefused(await send('GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n'), 400, 'invalid_request');
  });
});

it('a sender may disconnect during the response', async () => {
  for (let i = 0; i < 20; i += 1) {
    const socket = await openSocket(service.port);
    socket.on('error', () => undefined);
    socket.write('no HTTP at all\r\n\r\n');
    if (i % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
  }
  expect((await service.get('/health/live')).status).toBe(200);
  expect(service.program.isRunning()).toBe(true);
});

describe('other HTTP features', () => {
  it('Expect: 100-continue is answered before the body', async () => {
    const body = JSON.stringify({ side: 'BUY' });
    const head = `POST /v1/quotes HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const socket = await openSocket(service.port);
    const answer = readToEnd(socket);
    socket.once('data', () => socket.write(body));
    socket.write(`${head}Expect: 100-continue\r\n\r\n`);
    expect(parse(await answer).statuses).toEqual([100, 400]);
  });

  it.each([
    'Upgrade: websocket\r\nConnection: Upgrade, close',
    'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nConnection: Upgrade, HTTP2-Settings, close',
  ])('%j changes nothing', async (header) => {
    const number = newNumber();
    const answer = await send(`GET /health/live HTTP/1.1\r\n${HOST}${header}\r\n\r\n${hidden(number)}`);
    expect(answer.statuses).toEqual([200]);
    expect(await world.rows.order(number)).toBeNull();
  });

  it('CONNECT is refused', async () => {
    expect((await send(`CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`)).text).toBe('');
  });

  it('TRACE echoes nothing', async () => {
    for (const path of ['/v1/cryptos', '/health/live', '/']) {
      const answer = await send(`TRACE ${path} HTTP/1.1\r\n${HOST}Connection: close\r\nX-Planted: planted\r\n\r\n`);
      expect(answer.statuses).toEqual([405]);
      expect(answer.text).not.toMatch(/planted/i);
    }
  });
});

it('reveals nothing about its internals on errors, even with NODE_ENV=development', async () => {
  const answers = await Promise.all([
    service.get('/v1/%'),
    service.get('/%ff%00'),
    service.get('/v1/orders/%E0%A4%A'),
    service.get('/docs/..%2f..%2fpackage.json'),
    service.request('POST', '/v1/quotes', { body: '{', headers: { 'content-type': 'application/json' } }),
    service.request('POST', '/v1/quotes', { body: '"x', headers: { 'content-type': 'application/json' } }),
    service.request('POST', '/v1/quotes', {
      body: '{}',
      headers: { 'content-type': 'application/json; charset=no-such' },
    }),
    service.request('POST', '/v1/quotes', {
      body: '{}',
      headers: { 'content-type': 'application/json', 'content-encoding': 'no-such' },
    }),
    service.request('POST', '/v1/quotes', {
      body: 'x',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    }),
    service.request('POST', '/v1/checkouts', {
      body: `[${'['.repeat(10_000)}`,
      headers: { 'content-type': 'application/json' },
    }),
    service.request('PUT', '/v1/quotes'),
    service.request('GET', '/no/such'),
  ]);
  for (const { status, text, headers } of answers) {
    expect([400, 404, 405, 415]).toContain(status);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(text).not.toMatch(/node_modules|\.js:|\s{2,}at |\\n\s*at |Error:|express|SyntaxError|<pre>/i);
  }
});

describe('host and scheme of a request', () => {
  it('ignore a proxy’s headers, trusted or not', async () => {
    const trusting = await world.another({ TRUSTED_PROXIES: 'loopback', AUTH_NONE_LETS_STRANGERS_IN: 'true' });
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    for (const one of [service, trusting.service]) {
      for (const path of ['/docs', '/openapi.json', '/health/live', '/v1/cryptos?fiat=USD', '/no/such']) {
        const answer = await one.request('GET', path, { headers });
        expect(answer.text + JSON.stringify([...answer.headers])).not.toContain('evil.example');
        expect(answer.headers.get('location')).toBeNull();
      }
    }
  });
});
