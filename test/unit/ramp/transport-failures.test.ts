import { gzipSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '#tools/fakes/server.mjs';
import { closedPort, rawServer } from './support/provider.js';
import { cleanUp, fakeServer, getFrom, postTo, tlsServer, transportTo } from './support/transport.js';

let provider: FakeServer;
let base: string;

beforeEach(async () => {
  provider = await fakeServer();
  base = provider.url;
});

describe('certainly not sent', () => {
  it('when the port is closed', async () => {
    const url = await closedPort();
    expect(await transportTo(url).send(postTo(url))).toEqual({ kind: 'not_sent', detail: 'ECONNREFUSED' });
  });

  it('when the name does not resolve', async () => {
    const url = 'https://ramp.invalid';
    const result = await transportTo(url).send(postTo(url));
    expect(result).toMatchObject({ kind: 'not_sent' });
    expect('detail' in result && result.detail).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
  });

  it('when the TLS handshake times out', async () => {
    const silent = await rawServer(() => undefined);
    cleanUp(silent.stop);
    const url = silent.url.replace('http:', 'https:');
    expect(await transportTo(url, 300).send(postTo(url))).toEqual({
      kind: 'not_sent',
      detail: 'no answer within 300 ms',
    });
  });

  it('when the connection breaks in the TLS handshake', async () => {
    const rude = await rawServer((socket) => socket.once('data', () => socket.destroy()));
    cleanUp(rude.stop);
    const url = rude.url.replace('http:', 'https:');
    expect(await transportTo(url).send(postTo(url))).toMatchObject({ kind: 'not_sent' });
  });

  it('when the certificate cannot be verified: the server never sees the request', async () => {
    const { url, received } = await tlsServer();
    expect(await transportTo(url).send(postTo(url))).toEqual({
      kind: 'not_sent',
      detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(received).toEqual([]);
  });

  it('when the environment tells Node not to verify certificates', async () => {
    const { url } = await tlsServer();
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    cleanUp(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    expect(await transportTo(url).send(postTo(url))).toMatchObject({ kind: 'not_sent' });
  });
});

describe('held back when its connection is open', () => {
  it('not a byte arrives, and the connection is closed', async () => {
    let closed = 0;
    const raw = await rawServer((socket) => socket.on('close', () => closed++));
    cleanUp(raw.stop);
    const asked: string[] = [];
    const result = await transportTo(raw.url).send(postTo(raw.url), () => {
      asked.push('asked');
      return 'too_late';
    });
    expect(result).toEqual({ kind: 'held_back', reason: 'too_late' });
    await expect.poll(() => closed).toBe(1);
    expect([raw.received().length, asked]).toEqual([0, ['asked']]);
  });

  it('nor on a reused connection', async () => {
    provider.answersWith({});
    const transport = transportTo(base);
    await transport.send(getFrom(base));
    expect(await transport.send(postTo(base), () => 'too_late')).toEqual({ kind: 'held_back', reason: 'too_late' });
    await sleep(100);
    expect(provider.received).toHaveLength(1);
    expect(await transport.send(postTo(base), () => null)).toMatchObject({ kind: 'reply' });
  });
});

describe('lost: it may have arrived', () => {
  it('when no answer comes within the time', async () => {
    provider.answer = () => undefined;
    expect(await transportTo(base, 300).send(postTo(base))).toEqual({
      kind: 'lost',
      reason: 'timeout',
      detail: 'no answer within 300 ms',
    });
    expect(provider.received).toHaveLength(1);
  });

  it('when the answer does not end within the time', async () => {
    provider.answer = (response) => response.writeHead(200).write('{"success":');
    expect(await transportTo(base, 300).send(postTo(base))).toMatchObject({ kind: 'lost', reason: 'timeout' });
  });

  it('when bytes trickle in: the limit covers the whole answer', async () => {
    provider.answer = (response) => {
      response.writeHead(200);
      const trickle = setInterval(() => response.write(' '), 20);
      response.on('close', () => {
        clearInterval(trickle);
      });
    };
    const startedAt = performance.now();
    expect(await transportTo(base, 300).send(postTo(base))).toMatchObject({ kind: 'lost', reason: 'timeout' });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('when the connection breaks before an answer', async () => {
    provider.answer = (response) => response.destroy();
    const result = await transportTo(base).send(postTo(base));
    expect(result).toEqual({ kind: 'lost', reason: 'connection_lost', detail: 'ECONNRESET' });
    expect(provider.received).toHaveLength(1);
  });

  it('when the connection breaks within an answer', async () => {
    provider.answer = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"success":true', () => response.destroy());
    };
    expect(await transportTo(base).send(postTo(base))).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
  });

  it('when the connection breaks within a compressed answer', async () => {
    provider.answer = (response) => {
      const packed = gzipSync(Buffer.alloc(1000, 'x'));
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': String(packed.length) });
      response.write(packed.subarray(0, 12), () => response.destroy());
    };
    expect(await transportTo(base).send(postTo(base))).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
  });

  it('when the connection is closed as soon as it is open', async () => {
    const rude = await rawServer((socket) => socket.destroy());
    cleanUp(rude.stop);
    expect(await transportTo(rude.url).send(postTo(rude.url))).toMatchObject({
      kind: 'lost',
      reason: 'connection_lost',
    });
  });

  it('when an answer’s headers do not end', async () => {
    const flood = await rawServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const more = setInterval(() => socket.write(`x-more: ${'x'.repeat(4000)}\r\n`), 5);
        socket.on('close', () => {
          clearInterval(more);
        });
      });
    });
    cleanUp(flood.stop);
    const result = await transportTo(flood.url).send(postTo(flood.url));
    expect(result).toEqual({ kind: 'lost', reason: 'connection_lost', detail: 'HPE_HEADER_OVERFLOW' });
  });

  it('when interim answers repeat without end', async () => {
    const patient = await rawServer((socket) => {
      const more = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
      socket.on('close', () => {
        clearInterval(more);
      });
    });
    cleanUp(patient.stop);
    expect(await transportTo(patient.url, 300).send(postTo(patient.url))).toMatchObject({
      kind: 'lost',
      reason: 'timeout',
    });
  });

  it('when the answer is not HTTP', async () => {
    const odd = await rawServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n\r\n')));
    cleanUp(odd.stop);
    expect(await transportTo(odd.url).send(postTo(odd.url))).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
  });

  it('when a pooled connection breaks under the request, and it is not sent again', async () => {
    provider.answersWith({});
    const transport = transportTo(base);
    await transport.send(getFrom(base));
    provider.answer = (response) => response.destroy();
    expect(await transport.send(postTo(base))).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
    expect(provider.received.map(({ method, connection }) => [method, connection])).toEqual([
      ['GET', 0],
      ['POST', 0],
    ]);
  });
});
