import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchKeys, KeySet } from '#src/access/jwt/key-set.js';
import { RefusedToken } from '#src/access/jwt/verify-token.js';
import { Problem } from '#src/platform/problems/problem.js';
import { issuerKey, publish } from '../../support/identity-provider.js';
import type { IssuerKey } from '../../support/identity-provider.js';
import { FakeTime } from '../../support/fake-time.js';
import { FakeServer } from '#tools/fakes/server.mjs';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let first: IssuerKey;
let second: IssuerKey;
let server: FakeServer;
let time: FakeTime;
let failures: Error[];
let keys: KeySet;
let pauseS: number | undefined;

beforeAll(async () => {
  [first, second] = await Promise.all([issuerKey('k-1'), issuerKey('k-2')]);
});
beforeEach(async () => {
  server = await FakeServer.start();
  publish(server, first.published);
  time = new FakeTime(Date.UTC(2026, 10, 21));
  failures = [];
  keys = new KeySet(
    () => fetchKeys(server.url),
    time,
    (error) => void (error === null || failures.push(error as Error)),
  );
});
afterEach(() => server.close());

/** The outcome of a lookup: `found`, or why there is none. */
async function look(kid: string): Promise<'found' | 'unknown_key' | 'unavailable'> {
  const token = { payload: '', signature: '', protected: '' };
  try {
    const key = await keys.find({ alg: 'ES256', kid }, token);
    expect(key.type).toBe('public');
    return 'found';
  } catch (error) {
    if (error instanceof RefusedToken && error.reason === 'unknown_key') return 'unknown_key';
    if (error instanceof Problem && error.code === 'unavailable') {
      expect(error.status).toBe(503);
      pauseS = error.extras.retryAfter;
      return 'unavailable';
    }
    throw error;
  }
}

const fifty = (kid: string) => Promise.all(Array.from({ length: 50 }, () => look(kid)));
const fails = (status: number) => (response: ServerResponse) => response.writeHead(status).end('no');
const comeAway = (): void => {
  server.answer = fails(500);
};

describe('the key set', () => {
  it('is fetched once for all waiting callers, then cached', async () => {
    expect(new Set(await fifty('k-1'))).toEqual(new Set(['found']));
    expect(server.received.length).toBe(1);
    time.skip(5 * MINUTE - 1);
    expect(await look('k-1')).toBe('found');
    expect(server.received.length).toBe(1);
  });

  it('is refreshed after five minutes: a withdrawn key is unknown', async () => {
    await look('k-1');
    publish(server, second.published);
    time.skip(5 * MINUTE - 1);
    expect(await look('k-1')).toBe('found');
    time.skip(1);
    expect(await look('k-1')).toBe('unknown_key');
    expect(await look('k-2')).toBe('found');
    expect(server.received.length).toBe(2);
  });

  it('is refreshed at once for a new key, and loses the old ones', async () => {
    await look('k-1');
    publish(server, second.published);
    time.skip(5 * SECOND);
    expect(new Set(await fifty('k-2'))).toEqual(new Set(['found']));
    expect(server.received.length).toBe(2);
    time.skip(5 * SECOND);
    expect(await look('k-1')).toBe('unknown_key');
    expect(server.received.length).toBe(3);
  });

  it('does not refresh for new keys within the cool-down', async () => {
    await look('k-1');
    publish(server, second.published);
    time.skip(5 * SECOND - 1);
    expect(new Set(await fifty('k-2'))).toEqual(new Set(['unknown_key']));
    expect(server.received.length).toBe(1);
    time.skip(1);
    expect(await look('k-2')).toBe('found');
    expect(server.received.length).toBe(2);
  });

  it('refuses unknown keys with at most one fetch in five seconds', async () => {
    await look('k-1');
    for (let second = 1; second <= 24; second++) {
      time.skip(SECOND);
      const before = server.received.length;
      expect(await look(`made-up-${second}`)).toBe('unknown_key');
      expect(await look('k-1')).toBe('found');
      expect(server.received.length - before).toBe(second % 5 === 0 ? 1 : 0);
    }
  });

  it('refuses an unknown key after the first fetch of a process', async () => {
    expect(new Set(await fifty('made-up'))).toEqual(new Set(['unknown_key']));
    expect(server.received.length).toBe(1);
  });

  it('lets an unknown key wait for a fetch in flight', async () => {
    await look('k-1');
    time.skip(5 * SECOND);
    const held: ServerResponse[] = [];
    server.answer = (response) => held.push(response);
    const both = [look('made-up'), look('k-2')];
    await expect.poll(() => held.length).toBe(1);
    held[0]!.end(JSON.stringify({ keys: [second.published] }));
    expect(await Promise.all(both)).toEqual(['unknown_key', 'found']);
  });
});

describe('while the identity provider is away', () => {
  it('without cached keys answers 503, and fetches once in two seconds', async () => {
    comeAway();
    expect(new Set(await fifty('k-1'))).toEqual(new Set(['unavailable']));
    expect(pauseS).toBe(2);
    time.skip(2 * SECOND - 1);
    expect(new Set(await fifty('k-1'))).toEqual(new Set(['unavailable']));
    expect(pauseS).toBe(1);
    expect(server.received.length).toBe(1);
    time.skip(1);
    expect(await look('k-1')).toBe('unavailable');
    expect(server.received.length).toBe(2);
    publish(server, first.published);
    time.skip(2 * SECOND);
    expect(await look('k-1')).toBe('found');
  });

  it('cached keys stay valid for an hour', async () => {
    await look('k-1');
    comeAway();
    time.skip(60 * MINUTE - 1);
    expect(await look('k-1')).toBe('found');
    time.skip(1);
    expect(await look('k-1')).toBe('unavailable');
    time.skip(MINUTE);
    expect(await look('k-1')).toBe('unavailable');
    publish(server, first.published);
    time.skip(2 * SECOND);
    expect(await look('k-1')).toBe('found');
    time.skip(5 * SECOND);
    expect(await look('made-up')).toBe('unknown_key');
  });

  it('an unknown key may be new once the last fetch is older than the cool-down', async () => {
    await look('k-1');
    comeAway();
    time.skip(5 * SECOND - 1);
    expect(await look('k-2')).toBe('unknown_key');
    time.skip(1);
    expect(await look('k-2')).toBe('unavailable');
    expect(pauseS).toBe(2);
    time.skip(SECOND);
    expect(await look('k-2')).toBe('unavailable');
    expect([pauseS, server.received.length]).toEqual([1, 2]);
    time.skip(SECOND);
    expect(await look('k-2')).toBe('unavailable');
    expect(server.received.length).toBe(3);
    expect(await look('k-1')).toBe('found');
    publish(server, first.published, second.published);
    time.skip(2 * SECOND);
    expect(await look('k-2')).toBe('found');
    time.skip(5 * SECOND);
    expect(await look('made-up')).toBe('unknown_key');
  });

  it('after a failure known keys do not wait for a hanging provider', async () => {
    await look('k-1');
    comeAway();
    time.skip(6 * MINUTE);
    expect(await look('k-1')).toBe('found');
    expect(server.received.length).toBe(2);
    const held: ServerResponse[] = [];
    server.answer = (response) => held.push(response);
    time.skip(2 * SECOND);
    expect(await look('k-1')).toBe('found');
    // A waiting caller would have seen it fail.
    expect(failures).toHaveLength(1);
    await expect.poll(() => held.length).toBe(1);
    for (const response of held) response.end(JSON.stringify({ keys: [second.published] }));
    await expect.poll(() => look('k-2')).toBe('found');
    expect(server.received.length).toBe(3);
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
  ])('%s keeps the cached keys', async (_, answer, words) => {
    await look('k-1');
    server.answer = answer;
    time.skip(5 * MINUTE);
    expect(await look('k-1')).toBe('found');
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
    time.skip(2 * SECOND);
    expect(await look('k-1')).toBe('unavailable');
    expect(performance.now() - began).toBeGreaterThan(9900);
    expect(failures.map(({ name }) => name)).toEqual(['TimeoutError', 'TimeoutError']);
  });
});
