import { describe, expect, it, onTestFinished } from 'vitest';
import { readProviderSettings } from '#src/platform/config/read-ramp.js';
import { send } from '#tools/provider-kit/conformance/wire/send.js';
import { writeOut } from '#tools/provider-kit/conformance/wire/signing.js';
import { Spacing } from '#tools/provider-kit/conformance/wire/spacing.js';
import { listRequest } from '#src/ramp/wire/requests.js';
import { FakeServer } from '#tools/fakes/server.mjs';
import type { Answer } from '#tools/fakes/server.mjs';
import { NOW } from './good-provider.js';

async function serve(answer: Answer): Promise<FakeServer> {
  const server = await FakeServer.start(answer);
  onTestFinished(() => server.close());
  return server;
}

const call = (url: string, headers = {}) => ({ method: 'GET' as const, url, headers, body: null });

describe('a call', () => {
  it('keeps the case of header names, and returns the details to judge', async () => {
    const { url, received } = await serve((response) => {
      response.writeHead(418, { 'content-type': 'application/json', date: new Date(NOW).toUTCString() }).end('{"a":1}');
    });
    const exchange = await send(call(`${url}/x?a=1`, { APPID: 'a', sign: 'b' }), 30_000);
    expect(exchange).toMatchObject({ kind: 'answered' });
    expect(exchange.kind === 'answered' && exchange.answer).toMatchObject({
      status: 418,
      date: new Date(NOW).toUTCString(),
    });
    expect(received[0]?.rawHeaders).toEqual(expect.arrayContaining(['APPID', 'a', 'sign', 'b']));
    expect(received[0]?.target).toBe('/x?a=1');
  });

  it.each<[string, Answer, number, string]>([
    ['says nothing', () => undefined, 200, 'no answer within 200 ms'],
    ['begins and says no more', (response) => response.write('{'), 200, 'no answer within 200 ms'],
    ['hangs up', (response) => response.destroy(), 30_000, 'ECONNRESET'],
  ])('is unanswered if the server %s', async (_, answer, timeoutMs, detail) => {
    const { url } = await serve(answer);
    expect(await send(call(url), timeoutMs)).toEqual({ kind: 'unanswered', detail });
  });
});

describe('an odd call', () => {
  const signer = readProviderSettings({
    RAMP_BASE_URL: 'https://provider.example',
    RAMP_APP_ID: 'app-1',
    RAMP_APP_SECRET: 'secret-1',
    RAMP_ACCESS_TOKEN: 'token-1',
  });
  const request = listRequest('USD');
  const usual = writeOut({ request }, NOW, signer.signature, signer);

  it('differs from the usual one in one point', () => {
    const foreign = writeOut({ request, odd: { kind: 'foreign_signature' } }, NOW, signer.signature, signer);
    expect([foreign.method, foreign.url, foreign.body]).toEqual([usual.method, usual.url, usual.body]);
    expect(foreign.headers).toEqual({ ...usual.headers, sign: foreign.headers['sign'] });
    expect(foreign.headers['sign']).toMatch(/^[0-9a-f]{64}$/);
    expect(foreign.headers['sign']).not.toBe(usual.headers['sign']);

    const unsigned = writeOut({ request, odd: { kind: 'no_signature' } }, NOW, signer.signature, signer);
    expect('sign' in unsigned.headers).toBe(false);
    expect({ ...unsigned.headers, sign: usual.headers['sign'] }).toEqual(usual.headers);

    const other = writeOut({ request, odd: { kind: 'foreign_app', appId: 'app-2' } }, NOW, signer.signature, signer);
    expect(other.headers).toEqual({ ...usual.headers, appid: 'app-2', sign: other.headers['sign'] });
  });
});

describe('spacing of calls', () => {
  it('allows no more a second than the rate', async () => {
    const spacing = new Spacing(50);
    const since = performance.now();
    await Promise.all(Array.from({ length: 11 }, () => spacing.turn()));
    // Ten pauses of 20 ms; each timer may fire a millisecond early.
    expect(performance.now() - since).toBeGreaterThanOrEqual(190);
  });
});
