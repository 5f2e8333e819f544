import { readFileSync } from 'node:fs';
import type { ServerOptions } from 'node:https';
import { afterEach } from 'vitest';
import type { HttpCall } from '#src/ramp/calls/signed-call.js';
import { FakeServer } from '#tools/fakes/server.mjs';
import { HttpTransport } from '#src/ramp/calls/http-transport.js';
import { rampSettings } from './settings.js';

const pending: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of pending.splice(0).reverse()) await cleanUp();
});

/** Runs after the test, last registered first. */
export function cleanUp(action: () => unknown): void {
  pending.push(action);
}

export function transportTo(url: string, timeoutMs = 2000): HttpTransport {
  const settings = rampSettings(url, { RAMP_TIMEOUT_MS: String(timeoutMs) });
  const transport = new HttpTransport(settings);
  cleanUp(() => {
    transport.onModuleDestroy();
  });
  return transport;
}

export function postTo(url: string, body = '{"a":"é"}'): HttpCall {
  return {
    method: 'POST',
    url: `${url}/create`,
    headers: { 'content-type': 'application/json', sign: 'abc' },
    body: Buffer.from(body),
  };
}

export function getFrom(url: string): HttpCall {
  return { method: 'GET', url: `${url}/query?a=1`, headers: { sign: 'abc' }, body: null };
}

/** Answers 200 until it is told otherwise; stops after the test. */
export async function fakeServer(tls?: ServerOptions): Promise<FakeServer> {
  const server = await FakeServer.start(undefined, tls);
  cleanUp(() => server.close());
  return server;
}

export async function tlsServer() {
  const read = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
  const cert = read('localhost-cert.pem');
  const { url, received } = await fakeServer({ key: read('localhost-key.pem'), cert });
  return { url, cert, received };
}
