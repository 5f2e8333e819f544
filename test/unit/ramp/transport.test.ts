import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer, get as httpsGet } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OpenHttpsAgent, agentOptions } from '../../../src/ramp/http/connections.js';
import type { HttpCall } from '../../../src/ramp/http/signed-call.js';
import { Transport } from '../../../src/ramp/http/transport.js';
import type { Exchange } from '../../../src/ramp/http/transport.js';
import { StubProvider, closedPort, rawServer } from './support/provider.js';
import { rampSettings } from './support/settings.js';

const cleanUps: (() => unknown)[] = [];
let provider: StubProvider;
let base: string;

function transportTo(url: string, timeoutMs = 2000): Transport {
  const settings = rampSettings(url, { RAMP_TIMEOUT_MS: String(timeoutMs) });
  const transport = new Transport(new HttpService(axios.create()), settings);
  cleanUps.push(() => {
    transport.onModuleDestroy();
  });
  return transport;
}

const post = (url: string, body = '{"a":"é"}'): HttpCall => ({
  method: 'POST',
  url: `${url}/create`,
  headers: { 'content-type': 'application/json', sign: 'abc' },
  body: Buffer.from(body),
});
const get = (url: string): HttpCall => ({
  method: 'GET',
  url: `${url}/query?a=1`,
  headers: { sign: 'abc' },
  body: null,
});

beforeEach(async () => {
  provider = new StubProvider();
  base = await provider.start();
  cleanUps.push(() => provider.stop());
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe('an answer', () => {
  it('comes back with its status, date and bytes, and the request went out byte for byte', async () => {
    provider.answersWith({ b: 'ü' }, 201, { date: 'Thu, 01 Jan 2026 00:00:05 GMT' });
    const reply = await transportTo(base).send(post(base, '{"a": "é",  "b":1.50}'));
    expect(reply).toEqual({
      kind: 'reply',
      status: 201,
      date: 'Thu, 01 Jan 2026 00:00:05 GMT',
      body: Buffer.from('{"b":"ü"}'),
    });
    const [request] = provider.received;
    expect([request?.method, request?.target]).toEqual(['POST', '/create']);
    expect(request?.body.toString()).toBe('{"a": "é",  "b":1.50}');
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', sign: 'abc', 'content-length': '22' });
  });

  it.each([204, 400, 404, 429, 500, 503])('counts as one with HTTP %i', async (status) => {
    provider.answer = (response) => response.writeHead(status).end();
    expect(await transportTo(base).send(post(base))).toMatchObject({ kind: 'reply', status, body: Buffer.alloc(0) });
  });

  it('that redirects is not followed', async () => {
    provider.answer = (response) => response.writeHead(307, { location: `${base}/elsewhere` }).end();
    expect(await transportTo(base).send(post(base))).toMatchObject({ kind: 'reply', status: 307 });
    expect(provider.received.map(({ target }) => target)).toEqual(['/create']);
  });

  it('may be compressed', async () => {
    provider.answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}'));
    expect(await transportTo(base).send(get(base))).toMatchObject({ kind: 'reply', body: Buffer.from('{"a":1}') });
  });

  it('has no bytes when its compression is broken', async () => {
    provider.answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
    expect(await transportTo(base).send(get(base))).toMatchObject({ kind: 'reply', status: 200, body: null });
  });

  it('may have 2 MB', async () => {
    provider.answer = (response) => response.end(Buffer.alloc(2 * 1024 * 1024, 'x'));
    const reply = await transportTo(base).send(get(base));
    expect(reply).toMatchObject({ kind: 'reply', status: 200 });
    expect(reply.kind === 'reply' && reply.body?.length).toBe(2 * 1024 * 1024);
  });

  it.each([
    ['with a length', { 'content-length': String(50 * 1024 * 1024) }],
    ['without a length', {}],
  ])('that is larger is cut off, %s', async (_, headers) => {
    let sent = 0;
    let cutOff = false;
    provider.answer = (response) => {
      response.writeHead(200, headers);
      response.on('close', () => {
        cutOff = true;
      });
      const more = () => {
        if (response.destroyed || sent >= 50 * 1024 * 1024) return;
        sent += 65_536;
        response.write(Buffer.alloc(65_536, 'x'), more);
      };
      more();
    };
    expect(withoutBytes(await transportTo(base).send(get(base)))).toEqual({ kind: 'reply', hasBody: false });
    await expect.poll(() => cutOff).toBe(true);
    expect(sent).toBeLessThan(30 * 1024 * 1024);
  });

  it('that unpacks into a large one is cut off too', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(200_000);
    provider.answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    expect(withoutBytes(await transportTo(base).send(get(base)))).toEqual({ kind: 'reply', hasBody: false });
  });

  it('leaves the connection for the next request', async () => {
    provider.answersWith({});
    const transport = transportTo(base);
    await transport.send(get(base));
    await transport.send(post(base));
    expect(provider.received.map(({ connection }) => connection)).toEqual([0, 0]);
  });
});

describe('certainly not sent', () => {
  it('when nobody listens', async () => {
    const url = await closedPort();
    expect(await transportTo(url).send(post(url))).toEqual({ kind: 'not_sent', detail: 'ECONNREFUSED' });
  });

  it('when the name is not known', async () => {
    const url = 'https://ramp.invalid';
    const result = await transportTo(url).send(post(url));
    expect(result).toMatchObject({ kind: 'not_sent' });
    expect('detail' in result && result.detail).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
  });

  it('when TLS is never agreed on within the time', async () => {
    const silent = await rawServer(() => undefined);
    cleanUps.push(silent.stop);
    const url = silent.url.replace('http:', 'https:');
    expect(await transportTo(url, 300).send(post(url))).toEqual({
      kind: 'not_sent',
      detail: 'no answer within 300 ms',
    });
  });

  it('when the connection breaks while TLS is being agreed on', async () => {
    const rude = await rawServer((socket) => socket.once('data', () => socket.destroy()));
    cleanUps.push(rude.stop);
    const url = rude.url.replace('http:', 'https:');
    expect(await transportTo(url).send(post(url))).toMatchObject({ kind: 'not_sent' });
  });

  it('when the certificate cannot be verified: the server never sees the request', async () => {
    const seen: string[] = [];
    const { url } = await tlsServer((target) => seen.push(target));
    expect(await transportTo(url).send(post(url))).toEqual({
      kind: 'not_sent',
      detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(seen).toEqual([]);
  });

  it('when the environment tells Node not to verify certificates', async () => {
    const { url } = await tlsServer(() => undefined);
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    cleanUps.push(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    expect(await transportTo(url).send(post(url))).toMatchObject({ kind: 'not_sent' });
  });
});

describe('lost: it may have arrived', () => {
  it('when no answer comes within the time', async () => {
    provider.answer = () => undefined;
    expect(await transportTo(base, 300).send(post(base))).toEqual({
      kind: 'lost',
      reason: 'timeout',
      detail: 'no answer within 300 ms',
    });
    expect(provider.received).toHaveLength(1);
  });

  it('when the answer begins and does not end within the time', async () => {
    provider.answer = (response) => response.writeHead(200).write('{"success":');
    expect(await transportTo(base, 300).send(post(base))).toMatchObject({ kind: 'lost', reason: 'timeout' });
  });

  it('when bytes trickle in, as the limit is for the whole answer', async () => {
    provider.answer = (response) => {
      response.writeHead(200);
      const trickle = setInterval(() => response.write(' '), 20);
      response.on('close', () => {
        clearInterval(trickle);
      });
    };
    const startedAt = performance.now();
    expect(await transportTo(base, 300).send(post(base))).toMatchObject({ kind: 'lost', reason: 'timeout' });
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it('when the connection breaks before an answer', async () => {
    provider.answer = (response) => response.destroy();
    const result = await transportTo(base).send(post(base));
    expect(result).toEqual({ kind: 'lost', reason: 'connection_lost', detail: 'ECONNRESET' });
    expect(provider.received).toHaveLength(1);
  });

  it('when the connection breaks within an answer', async () => {
    provider.answer = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"success":true', () => response.destroy());
    };
    expect(await transportTo(base).send(post(base))).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
  });

  it('when the connection breaks within a compressed answer', async () => {
    provider.answer = (response) => {
      const packed = gzipSync(Buffer.alloc(1000, 'x'));
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': String(packed.length) });
      response.write(packed.subarray(0, 12), () => response.destroy());
    };
    expect(await transportTo(base).send(post(base))).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
  });

  it('when the connection is closed as soon as it is open', async () => {
    const rude = await rawServer((socket) => socket.destroy());
    cleanUps.push(rude.stop);
    expect(await transportTo(rude.url).send(post(rude.url))).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
  });

  it('when what comes back is not HTTP', async () => {
    const odd = await rawServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n\r\n')));
    cleanUps.push(odd.stop);
    expect(await transportTo(odd.url).send(post(odd.url))).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
  });

  it('when a pooled connection breaks under the request, and it is not sent again', async () => {
    provider.answersWith({});
    const transport = transportTo(base);
    await transport.send(get(base));
    provider.answer = (response) => response.destroy();
    expect(await transport.send(post(base))).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
    expect(provider.received.map(({ method, connection }) => [method, connection])).toEqual([
      ['GET', 0],
      ['POST', 0],
    ]);
  });
});

describe('connections', () => {
  it('that the server closed between calls are not used again', async () => {
    provider.answersWith({});
    const transport = transportTo(base);
    await transport.send(get(base));
    provider.closeConnections();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await transport.send(post(base))).toMatchObject({ kind: 'reply', status: 200 });
    expect(provider.received.map(({ connection }) => connection)).toEqual([0, 1]);
  });

  it('are given up when the server says that it will, even if it does not', async () => {
    let closed = false;
    const idle = await rawServer((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\nKeep-Alive: timeout=1\r\n\r\n'));
      socket.on('close', () => {
        closed = true;
      });
    });
    cleanUps.push(idle.stop);
    expect(await transportTo(idle.url).send(get(idle.url))).toMatchObject({ kind: 'reply', status: 204 });
    expect(closed).toBe(false);
    await expect.poll(() => closed, { timeout: 2500 }).toBe(true);
  });

  it('serve many requests at once', async () => {
    provider.answer = (response, { target }) => setTimeout(() => response.end(target), 20);
    const transport = transportTo(base);
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, i) => transport.send({ ...get(base), url: `${base}/${i}` })),
    );
    expect(results.map((result) => result.kind === 'reply' && result.body?.toString())).toEqual(
      Array.from({ length: 60 }, (_, i) => `/${i}`),
    );
  });

  it('over TLS carry requests once the certificate is verified', async () => {
    const { url, cert } = await tlsServer(() => undefined);
    const agent = new OpenHttpsAgent({ ...agentOptions(1), ca: cert }, 1000);
    cleanUps.push(() => {
      agent.destroy();
    });
    const status = await new Promise((resolve, reject) => {
      httpsGet(url, { agent }, (response) => {
        resolve(response.statusCode);
        response.resume();
      }).on('error', reject);
    });
    expect(status).toBe(200);
  });

  it('ignore the proxy that the environment names', async () => {
    process.env['http_proxy'] = await closedPort();
    cleanUps.push(() => delete process.env['http_proxy']);
    provider.answersWith({});
    expect(await transportTo(base).send(get(base))).toMatchObject({ kind: 'reply', status: 200 });
  });
});

/** A failed comparison prints what it compares; 50 MB are too much for that. */
function withoutBytes(exchange: Exchange) {
  return exchange.kind === 'reply' ? { kind: exchange.kind, hasBody: exchange.body !== null } : exchange;
}

async function tlsServer(onRequest: (target: string) => void) {
  const read = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
  const cert = read('localhost-cert.pem');
  const server = createHttpsServer({ key: read('localhost-key.pem'), cert }, (request, response) => {
    onRequest(request.url ?? '');
    response.end();
  }).on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, cert };
}
