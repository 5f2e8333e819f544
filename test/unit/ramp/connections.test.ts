import { get as httpsGet } from 'node:https';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { OpenHttpsAgent, agentOptions } from '#src/ramp/calls/connections.js';
import type { SendResult } from '#src/ramp/calls/transport.js';
import type { FakeServer } from '#tools/fakes/server.mjs';
import { rawServer } from './support/provider.js';
import { cleanUp, fakeServer, getFrom, postTo, tlsServer, transportTo } from './support/transport.js';

let provider: FakeServer;
let base: string;

beforeEach(async () => {
  provider = await fakeServer();
  base = provider.url;
});

describe('connections', () => {
  it("close at the server's announced time", async () => {
    let closed = false;
    const idle = await rawServer((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\nKeep-Alive: timeout=1\r\n\r\n'));
      socket.on('close', () => {
        closed = true;
      });
    });
    cleanUp(idle.stop);
    expect(await transportTo(idle.url).send(getFrom(idle.url))).toMatchObject({ kind: 'reply', status: 204 });
    expect(closed).toBe(false);
    // Without an announcement four seconds later.
    await expect.poll(() => closed, { timeout: 3500 }).toBe(true);
  });

  it('close after some idle seconds', async () => {
    let closed = false;
    const idle = await rawServer((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
      socket.on('close', () => {
        closed = true;
      });
    });
    cleanUp(idle.stop);
    expect(await transportTo(idle.url).send(getFrom(idle.url))).toMatchObject({ kind: 'reply', status: 204 });
    await expect.poll(() => closed, { timeout: 20_000 }).toBe(true);
  });

  it('that do not open in time are closed', async () => {
    let closed = false;
    const silent = await rawServer((socket) => {
      socket.on('close', () => {
        closed = true;
      });
    });
    cleanUp(silent.stop);
    const url = silent.url.replace('http:', 'https:');
    expect(await transportTo(url, 200).send(postTo(url))).toMatchObject({ kind: 'not_sent' });
    await expect.poll(() => closed).toBe(true);
  });

  it('over TLS carry requests after the certificate is verified', async () => {
    const { url, cert } = await tlsServer();
    const agent = new OpenHttpsAgent({ ...agentOptions(1), ca: cert }, 1000);
    cleanUp(() => {
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

  it('over TLS refuse a certificate for another host, in spite of the environment', async () => {
    const { url, cert } = await tlsServer();
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    cleanUp(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    const agent = new OpenHttpsAgent({ ...agentOptions(1), ca: cert }, 1000);
    cleanUp(() => {
      agent.destroy();
    });
    const failure = new Promise((resolve, reject) => {
      httpsGet(url, { agent, servername: 'other.example' }, reject).on('error', resolve);
    });
    expect(await failure).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });
});

describe('an answer', () => {
  it('has its status, date and bytes, and the request is sent byte for byte', async () => {
    provider.answersWith({ b: 'ü' }, 201, { date: 'Thu, 01 Jan 2026 00:00:05 GMT' });
    const reply = await transportTo(base).send(postTo(base, '{"a": "é",  "b":1.50}'));
    expect(reply).toEqual({
      kind: 'reply',
      status: 201,
      date: 'Thu, 01 Jan 2026 00:00:05 GMT',
      retryAfter: null,
      contentType: 'application/json',
      body: Buffer.from('{"b":"ü"}'),
    });
    const [request] = provider.received;
    expect([request?.method, request?.target]).toEqual(['POST', '/create']);
    expect(request?.body.toString()).toBe('{"a": "é",  "b":1.50}');
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', sign: 'abc', 'content-length': '22' });
  });

  it.each([301, 302, 303, 307, 308])('that redirects with HTTP %i is not followed', async (status) => {
    provider.answer = (response) => response.writeHead(status, { location: `${base}/elsewhere` }).end();
    expect(await transportTo(base).send(postTo(base))).toMatchObject({ kind: 'reply', status });
    expect(await transportTo(base).send(getFrom(base))).toMatchObject({ kind: 'reply', status });
    expect(provider.received.map(({ target }) => target)).toEqual(['/create', '/query?a=1']);
  });

  it.each(['gzip', 'x-gzip', 'GZIP', ' gzip ', 'gzip, identity', 'identity,X-Gzip'])(
    'may be compressed, with the coding "%s"',
    async (coding) => {
      provider.answer = (response) => response.writeHead(200, { 'content-encoding': coding }).end(gzipSync('{"a":1}'));
      expect(await transportTo(base).send(getFrom(base))).toMatchObject({
        kind: 'reply',
        body: Buffer.from('{"a":1}'),
      });
    },
  );

  it.each([
    ['with a length', { 'content-length': String(50 * 1024 * 1024) }],
    ['without a length', {}],
  ])('that is larger is aborted, %s', async (_, headers) => {
    let sent = 0;
    let cutOff = false;
    provider.answer = (response) => {
      response.writeHead(200, headers);
      response.on('close', () => {
        cutOff = true;
      });
      // Since Node 24 a write to a broken connection fails before `close` can be emitted.
      const more = (failed?: Error | null) => {
        if (failed || response.destroyed || sent >= 50 * 1024 * 1024) return;
        sent += 65_536;
        response.write(Buffer.alloc(65_536, 'x'), more);
      };
      more();
    };
    expect(withoutBytes(await transportTo(base).send(getFrom(base)))).toEqual({ kind: 'reply', hasBody: false });
    await expect.poll(() => cutOff).toBe(true);
    expect(sent).toBeLessThan(30 * 1024 * 1024);
  });

  it('that unpacks into a large one is aborted too', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(200_000);
    provider.answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    expect(withoutBytes(await transportTo(base).send(getFrom(base)))).toEqual({ kind: 'reply', hasBody: false });
  });
});

/** A failed comparison prints its operands; 50 MB are too much. */
function withoutBytes(exchange: SendResult) {
  return exchange.kind === 'reply' ? { kind: exchange.kind, hasBody: exchange.body !== null } : exchange;
}
