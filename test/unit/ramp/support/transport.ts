import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { HttpCall } from '#src/ramp/calls/signed-call.js';
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

export async function tlsServer(onRequest: (target: string) => void) {
  const read = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
  const cert = read('localhost-cert.pem');
  const server = createHttpsServer({ key: read('localhost-key.pem'), cert }, (request, response) => {
    onRequest(request.url ?? '');
    response.end();
  }).on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, cert };
}
