import { get as httpsGet } from 'node:https';
import { beforeEach, describe, expect, it } from 'vitest';
import { OpenHttpsAgent, agentOptions } from '#src/ramp/calls/connections.js';
import { StubProvider, closedPort, rawServer } from './support/provider.js';
import { cleanUp, getFrom, postTo, tlsServer, transportTo } from './support/transport.js';

let provider: StubProvider;
let base: string;

beforeEach(async () => {
  provider = new StubProvider();
  base = await provider.start();
  cleanUp(() => provider.stop());
});

describe('connections', () => {
  it('that the server closed are not reused', async () => {
    provider.answersWith({});
    const transport = transportTo(base);
    await transport.send(getFrom(base));
    provider.closeConnections();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await transport.send(postTo(base))).toMatchObject({ kind: 'reply', status: 200 });
    expect(provider.received.map(({ connection }) => connection)).toEqual([0, 1]);
  });

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
    await expect.poll(() => closed, { timeout: 2500 }).toBe(true);
  });

  it('close after some idle seconds', { timeout: 8000 }, async () => {
    let closed = false;
    const idle = await rawServer((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
      socket.on('close', () => {
        closed = true;
      });
    });
    cleanUp(idle.stop);
    expect(await transportTo(idle.url).send(getFrom(idle.url))).toMatchObject({ kind: 'reply', status: 204 });
    await expect.poll(() => closed, { timeout: 6000 }).toBe(true);
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

  it('stay open beyond the connect time-out', async () => {
    provider.answersWith({});
    const transport = transportTo(base, 200);
    await transport.send(getFrom(base));
    await new Promise((resolve) => setTimeout(resolve, 400));
    await transport.send(postTo(base));
    expect(provider.received.map(({ connection }) => connection)).toEqual([0, 0]);
  });

  it('serve many requests at once', async () => {
    provider.answer = (response, { target }) => setTimeout(() => response.end(target), 20);
    const transport = transportTo(base);
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, i) => transport.send({ ...getFrom(base), url: `${base}/${i}` })),
    );
    expect(results.map((result) => result.kind === 'reply' && result.body?.toString())).toEqual(
      Array.from({ length: 60 }, (_, i) => `/${i}`),
    );
  });

  it('over TLS carry requests after the certificate is verified', async () => {
    const { url, cert } = await tlsServer(() => undefined);
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
    const { url, cert } = await tlsServer(() => undefined);
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

  it('ignore proxy variables', async () => {
    process.env['http_proxy'] = await closedPort();
    cleanUp(() => delete process.env['http_proxy']);
    provider.answersWith({});
    expect(await transportTo(base).send(getFrom(base))).toMatchObject({ kind: 'reply', status: 200 });
  });
});
