import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SendResult } from '#src/ramp/calls/transport.js';
import { StubProvider } from './support/provider.js';
import { cleanUp, getFrom, postTo, transportTo } from './support/transport.js';

let provider: StubProvider;
let base: string;

beforeEach(async () => {
  provider = new StubProvider();
  base = await provider.start();
  cleanUp(() => provider.stop());
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

  it.each([204, 400, 404, 429, 500, 503])('may have HTTP %i', async (status) => {
    provider.answer = (response) => response.writeHead(status).end();
    expect(await transportTo(base).send(postTo(base))).toMatchObject({ kind: 'reply', status, body: Buffer.alloc(0) });
  });

  it.each([301, 302, 303, 307, 308])('that redirects with HTTP %i is not followed', async (status) => {
    provider.answer = (response) => response.writeHead(status, { location: `${base}/elsewhere` }).end();
    expect(await transportTo(base).send(postTo(base))).toMatchObject({ kind: 'reply', status });
    expect(await transportTo(base).send(getFrom(base))).toMatchObject({ kind: 'reply', status });
    expect(provider.received.map(({ target }) => target)).toEqual(['/create', '/query?a=1']);
  });

  it.each([...['gzip', 'x-gzip', 'GZIP', ' gzip ', 'gzip, identity', 'identity,X-Gzip']])(
    'may be compressed, with the coding "%s"',
    async (coding) => {
      provider.answer = (response) => response.writeHead(200, { 'content-encoding': coding }).end(gzipSync('{"a":1}'));
      expect(await transportTo(base).send(getFrom(base))).toMatchObject({
        kind: 'reply',
        body: Buffer.from('{"a":1}'),
      });
    },
  );

  it('has no bytes when its compression is broken', async () => {
    provider.answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
    expect(await transportTo(base).send(getFrom(base))).toMatchObject({ kind: 'reply', status: 200, body: null });
  });

  it('may have 2 MB', async () => {
    provider.answer = (response) => response.end(Buffer.alloc(2 * 1024 * 1024, 'x'));
    const reply = await transportTo(base).send(getFrom(base));
    expect(reply).toMatchObject({ kind: 'reply', status: 200 });
    expect(reply.kind === 'reply' && reply.body?.length).toBe(2 * 1024 * 1024);
  });

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
      const more = () => {
        if (response.destroyed || sent >= 50 * 1024 * 1024) return;
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

  it('leaves the connection for the next request', async () => {
    provider.answersWith({});
    const transport = transportTo(base);
    await transport.send(getFrom(base));
    await transport.send(postTo(base));
    expect(provider.received.map(({ connection }) => connection)).toEqual([0, 0]);
  });
});

/** A failed comparison prints its operands; 50 MB are too much. */
function withoutBytes(exchange: SendResult) {
  return exchange.kind === 'reply' ? { kind: exchange.kind, hasBody: exchange.body !== null } : exchange;
}
