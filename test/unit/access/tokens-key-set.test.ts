import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchKeys, KeySet } from '#src/access/jwt/key-set.js';
import { RefusedToken } from '#src/access/jwt/verify-token.js';
import { Problem } from '#src/platform/problems/problem.js';
import { issuerKey } from './issuer.js';
import type { IssuerKey } from './issuer.js';
import { FakeTime } from '../../support/fake-time.js';
import { startKeyServer } from './key-server.js';
import type { KeyServer } from './key-server.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let first: IssuerKey;
let second: IssuerKey;
let server: KeyServer;
let time: FakeTime;
let failures: Error[];
let keys: KeySet;
let pauseS: number | undefined;

beforeAll(async () => {
  [first, second] = await Promise.all([issuerKey('k-1'), issuerKey('k-2')]);
});
beforeEach(async () => {
  server = await startKeyServer([first.published]);
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
const fails = (status: number) => (_request: unknown, response: ServerResponse) => response.writeHead(status).end('no');
const comeAway = (): void => {
  server.answering = fails(500);
};

describe('the key set', () => {
  it('is fetched once for all waiting callers, then cached', async () => {
    expect(new Set(await fifty('k-1'))).toEqual(new Set(['found']));
    expect(server.asked()).toBe(1);
    time.skip(5 * MINUTE - 1);
    expect(await look('k-1')).toBe('found');
    expect(server.asked()).toBe(1);
  });

  it('is refreshed after five minutes: a withdrawn key is unknown', async () => {
    await look('k-1');
    server.keys = [second.published];
    time.skip(5 * MINUTE - 1);
    expect(await look('k-1')).toBe('found');
    time.skip(1);
    expect(await look('k-1')).toBe('unknown_key');
    expect(await look('k-2')).toBe('found');
    expect(server.asked()).toBe(2);
  });

  it('is refreshed at once for a new key, and loses the old ones', async () => {
    await look('k-1');
    server.keys = [second.published];
    time.skip(5 * SECOND);
    expect(new Set(await fifty('k-2'))).toEqual(new Set(['found']));
    expect(server.asked()).toBe(2);
    time.skip(5 * SECOND);
    expect(await look('k-1')).toBe('unknown_key');
    expect(server.asked()).toBe(3);
  });

  it('does not refresh for new keys within the cool-down', async () => {
    await look('k-1');
    server.keys = [second.published];
    time.skip(5 * SECOND - 1);
    expect(new Set(await fifty('k-2'))).toEqual(new Set(['unknown_key']));
    expect(server.asked()).toBe(1);
    time.skip(1);
    expect(await look('k-2')).toBe('found');
    expect(server.asked()).toBe(2);
  });

  it('refuses unknown keys with at most one fetch in five seconds', async () => {
    await look('k-1');
    for (let second = 1; second <= 24; second++) {
      time.skip(SECOND);
      const before = server.asked();
      expect(await look(`made-up-${second}`)).toBe('unknown_key');
      expect(await look('k-1')).toBe('found');
      expect(server.asked() - before).toBe(second % 5 === 0 ? 1 : 0);
    }
  });

  it('refuses an unknown key after the first fetch of a process', async () => {
    expect(new Set(await fifty('made-up'))).toEqual(new Set(['unknown_key']));
    expect(server.asked()).toBe(1);
  });

  it('lets an unknown key wait for a fetch in flight', async () => {
    await look('k-1');
    time.skip(5 * SECOND);
    const held: ServerResponse[] = [];
    server.answering = (_request, response) => held.push(response);
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
    expect(server.asked()).toBe(1);
    time.skip(1);
    expect(await look('k-1')).toBe('unavailable');
    expect(server.asked()).toBe(2);
    server.answering = null;
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
    server.answering = null;
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
    expect([pauseS, server.asked()]).toEqual([1, 2]);
    time.skip(SECOND);
    expect(await look('k-2')).toBe('unavailable');
    expect(server.asked()).toBe(3);
    expect(await look('k-1')).toBe('found');
    server.answering = null;
    server.keys = [first.published, second.published];
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
    expect(server.asked()).toBe(2);
    const held: ServerResponse[] = [];
    server.answering = (_request, response) => held.push(response);
    time.skip(2 * SECOND);
    expect(await look('k-1')).toBe('found');
    // A waiting caller would have seen it fail.
    expect(failures).toHaveLength(1);
    await expect.poll(() => held.length).toBe(1);
    for (const response of held) response.end(JSON.stringify({ keys: [second.published] }));
    await expect.poll(() => look('k-2')).toBe('found');
    expect(server.asked()).toBe(3);
  });
});

describe('an invalid answer', () => {
  it.each<[string, KeyServer['answering'], RegExp]>([
    ['an error', fails(500), /status 500/],
    ['nothing found', fails(404), /status 404/],
    ['no content', fails(204), /status 204/],
    ['HTML', (_, response) => response.end('<!doctype html><title>planted-page</title>'), /not JSON/],
    ['half of JSON', (_, response) => response.end('{"keys":['), /not JSON/],
    ['nothing', (_, response) => response.end(), /not JSON/],
    ['other JSON', (_, response) => response.end('{"error":"planted-page"}'), /not a key set/],
    ['a broken connection', (_, response) => response.destroy(), /fetch failed/],
    [
      'an answer that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"keys":[]', () => response.destroy());
      },
      /terminated/,
    ],
    [
      'a giant',
      (_, response) => response.end(JSON.stringify({ keys: [], filling: 'x'.repeat(256 * 1024) })),
      /longer than 262144 bytes/,
    ],
  ])('%s keeps the cached keys', async (_, answering, words) => {
    await look('k-1');
    server.answering = answering;
    time.skip(5 * MINUTE);
    expect(await look('k-1')).toBe('found');
    expect(failures).toHaveLength(1);
    expect(failures[0]?.message).toMatch(words);
    expect(failures[0]?.message).not.toContain('planted-page');
  });

  it('a redirect is not followed', async () => {
    const elsewhere = await startKeyServer([first.published]);
    server.answering = (_request, response) => response.writeHead(302, { location: elsewhere.url }).end();
    expect(await look('k-1')).toBe('unavailable');
    expect(elsewhere.asked()).toBe(0);
    expect(failures[0]?.message).toMatch(/status 302/);
    await elsewhere.close();
  });

  it('silence times out after five seconds, in headers or body', async () => {
    server.answering = () => undefined;
    const began = performance.now();
    expect(await look('k-1')).toBe('unavailable');
    server.answering = (_request, response) => void response.writeHead(200).write('{"keys":[');
    time.skip(2 * SECOND);
    expect(await look('k-1')).toBe('unavailable');
    expect(performance.now() - began).toBeGreaterThan(9900);
    expect(failures.map(({ name }) => name)).toEqual(['TimeoutError', 'TimeoutError']);
  });
});
