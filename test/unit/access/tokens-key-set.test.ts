import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JWTVerifyGetKey } from 'jose';
import { keySetAt } from '#src/access/jwt/key-set.js';
import { RefusedToken } from '#src/access/jwt/verify-token.js';
import { Problem } from '#src/platform/problems/problem.js';
import { issuerKey, publish } from '../../support/identity-provider.js';
import type { IssuerKey } from '../../support/identity-provider.js';
import { FakeServer } from '#tools/fakes/server.mjs';

let first: IssuerKey;
let second: IssuerKey;
let server: FakeServer;
let failures: Error[];
let keys: JWTVerifyGetKey;

beforeAll(async () => {
  [first, second] = await Promise.all([issuerKey('k-1'), issuerKey('k-2')]);
});
beforeEach(async () => {
  server = await FakeServer.start();
  publish(server, first.published);
  failures = [];
  keys = keySetAt(server.url, (error) => void (error === null || failures.push(error as Error)));
});
afterEach(() => server.close());

/** The outcome of a lookup: `found`, or why there is none. */
async function look(kid: string): Promise<'found' | 'unknown_key' | 'unavailable'> {
  const token = { payload: '', signature: '', protected: '' };
  try {
    expect(await keys({ alg: 'ES256', kid }, token)).toMatchObject({ type: 'public' });
    return 'found';
  } catch (error) {
    if (error instanceof RefusedToken && error.reason === 'unknown_key') return 'unknown_key';
    if (error instanceof Problem && error.code === 'unavailable') {
      expect(error.status).toBe(503);
      expect(error.extras.retryAfter).toBe(2);
      return 'unavailable';
    }
    throw error;
  }
}

const fifty = (kid: string) => Promise.all(Array.from({ length: 50 }, () => look(kid)));
const fails = (status: number) => (response: ServerResponse) => response.writeHead(status).end('no');

describe('the key set', () => {
  it('is fetched once for all waiting callers, then cached', async () => {
    expect(new Set(await fifty('k-1'))).toEqual(new Set(['found']));
    server.answer = fails(500);
    expect(await look('k-1')).toBe('found');
    expect(server.received.length).toBe(1);
  });

  it('is not fetched again within the cool-down for unknown keys', async () => {
    await look('k-1');
    publish(server, first.published, second.published);
    expect(new Set(await fifty('k-2'))).toEqual(new Set(['unknown_key']));
    expect(server.received.length).toBe(1);
  });

  it('that cannot be fetched is asked for again by the next caller', async () => {
    server.answer = fails(500);
    expect(new Set(await fifty('k-1'))).toEqual(new Set(['unavailable']));
    publish(server, first.published);
    expect(await look('k-1')).toBe('found');
  });
});

describe('an invalid answer', () => {
  it.each<[string, FakeServer['answer'], RegExp]>([
    ['an error', fails(500), /status 500/],
    ['nothing found', fails(404), /status 404/],
    ['no content', fails(204), /status 204/],
    ['HTML', (response) => response.end('<!doctype html><title>planted-page</title>'), /not JSON/],
    ['half of JSON', (response) => response.end('{"keys":['), /not JSON/],
    ['nothing', (response) => response.end(), /not JSON/],
    ['other JSON', (response) => response.end('{"error":"planted-page"}'), /not a key set/],
    ['a broken connection', (response) => response.destroy(), /fetch failed/],
    [
      'an answer that breaks off',
      (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"keys":[]', () => response.destroy());
      },
      /terminated/,
    ],
    [
      'a giant',
      (response) => response.end(JSON.stringify({ keys: [], filling: 'x'.repeat(256 * 1024) })),
      /longer than 262144 bytes/,
    ],
  ])('%s: no token can be checked', async (_, answer, words) => {
    server.answer = answer;
    expect(await look('k-1')).toBe('unavailable');
    expect(failures).toHaveLength(1);
    expect(failures[0]?.message).toMatch(words);
    expect(failures[0]?.message).not.toContain('planted-page');
  });

  it('a redirect is not followed', async () => {
    const elsewhere = await FakeServer.start();
    publish(elsewhere, first.published);
    server.answer = (response) => response.writeHead(302, { location: elsewhere.url }).end();
    expect(await look('k-1')).toBe('unavailable');
    expect(elsewhere.received.length).toBe(0);
    expect(failures[0]?.message).toMatch(/status 302/);
    await elsewhere.close();
  });

  it('silence times out after five seconds, in headers or body', async () => {
    server.answer = () => undefined;
    const began = performance.now();
    expect(await look('k-1')).toBe('unavailable');
    server.answer = (response) => void response.writeHead(200).write('{"keys":[');
    expect(await look('k-1')).toBe('unavailable');
    expect(performance.now() - began).toBeGreaterThan(9900);
    expect(failures.map(({ name }) => name)).toEqual(['TimeoutError', 'TimeoutError']);
  });
});
