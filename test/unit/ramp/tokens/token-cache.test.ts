import { beforeEach, describe, expect, it } from 'vitest';
import { noToken, TokenCache } from '#src/ramp/tokens/token-cache.js';
import type { IssuedToken, NoToken, TokenFinding } from '#src/ramp/tokens/token-cache.js';
import { Secret } from '#src/platform/callers/secret.js';
import { FakeTime, settled } from '../../../support/fake-time.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const REFUSED = noToken('no_access_token', 'refused with 1002');

interface Asked {
  readonly user: string;
  answer(token: string, lifetimeMs?: number): void;
  fail(what: NoToken): void;
}

let time: FakeTime;
let asked: Asked[];
let cache: TokenCache;
beforeEach(() => {
  time = new FakeTime();
  asked = [];
  cache = new TokenCache(
    (user) =>
      new Promise<IssuedToken | NoToken>((resolve) => {
        asked.push({
          user,
          answer: (token, lifetimeMs = HOUR) => resolve({ kind: 'issued', token: new Secret(token), lifetimeMs }),
          fail: resolve,
        });
      }),
    time,
  );
});

const said = (found: TokenFinding): string => (found.kind === 'token' ? found.token.reveal() : found.reason);
const get = async (user = 'jane'): Promise<string> => said(await cache.get(user));

async function issued(user: string, token: string, lifetimeMs = HOUR): Promise<void> {
  const got = get(user);
  asked.at(-1)!.answer(token, lifetimeMs);
  expect(await got).toBe(token);
}

/** The token returned without waiting; undefined: it waits. */
async function atOnce(user = 'jane'): Promise<string | undefined> {
  let found: string | undefined;
  void get(user).then((token) => (found = token));
  await settled();
  return found;
}

describe('one user', () => {
  it('is fetched once for all callers, and not again while the token is valid', async () => {
    const waiting = Array.from({ length: 50 }, () => get());
    expect(asked).toHaveLength(1);
    asked[0]!.answer('t1');
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['t1']));
    expect(await get()).toBe('t1');
    expect(asked.map(({ user }) => user)).toEqual(['jane']);
  });

  it('waits for a new token instead of one about to expire', async () => {
    await issued('jane', 't1');
    await time.pass(HOUR - 30_000);
    const waiting = get();
    expect(await atOnce()).toBeUndefined();
    expect(asked).toHaveLength(2);
    asked[1]!.answer('t2');
    expect(await waiting).toBe('t2');
  });

  it.each([2 * 1000, MINUTE, HOUR, 240 * HOUR])(
    'uses a token of %i ms for most of its life, not to its end',
    async (life) => {
      await issued('jane', 't1', life);
      await time.pass(life * 0.94);
      expect(await get()).toBe('t1');
      await time.pass(life * 0.06 - 1);
      expect(await atOnce()).toBeUndefined();
    },
  );

  it('counts the life of a token from its request', async () => {
    const got = get();
    await time.pass(4000);
    asked[0]!.answer('t1', 5000);
    expect(await got).toBe('t1');
    await time.pass(900);
    expect(await atOnce()).toBeUndefined();
  });
});

describe('a token that was refused', () => {
  it('is not given again', async () => {
    await issued('jane', 't1');
    cache.discard('jane', new Secret('t1'));
    const next = get();
    asked[1]!.answer('t2');
    expect(await next).toBe('t2');
  });

  it('is dropped by that very token: a later one stays', async () => {
    await issued('jane', 't1');
    cache.discard('jane', new Secret('t1'));
    await issued('jane', 't2');
    cache.discard('jane', new Secret('t1'));
    cache.discard('john', new Secret('t2'));
    expect(await get()).toBe('t2');
    expect(asked).toHaveLength(2);
  });

  it('fifty times at once costs one request', async () => {
    await issued('jane', 't1');
    const again = Array.from({ length: 50 }, () => {
      cache.discard('jane', new Secret('t1'));
      return get();
    });
    asked[1]!.answer('t2');
    expect(new Set(await Promise.all(again))).toEqual(new Set(['t2']));
    expect(asked).toHaveLength(2);
  });
});

describe('a failure', () => {
  it('answers all waiting callers, and those within two seconds', async () => {
    const waiting = [get(), get()];
    asked[0]!.fail(REFUSED);
    expect(await Promise.all(waiting)).toEqual(['no_access_token', 'no_access_token']);
    expect(await atOnce()).toBe('no_access_token');
    await time.pass(1900);
    expect(await atOnce()).toBe('no_access_token');
    expect(asked).toHaveLength(1);
    await time.pass(200);
    expect(await atOnce()).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  it('that is a bug is thrown, and the next caller fetches again', async () => {
    let calls = 0;
    const broken = new TokenCache(() => {
      calls += 1;
      return Promise.reject(new TypeError('a mistake'));
    }, time);
    await expect(broken.get('jane')).rejects.toThrow('a mistake');
    await expect(broken.get('jane')).rejects.toThrow('a mistake');
    expect(calls).toBe(2);
  });
});

it('waiting is limited: a late token serves the next caller', async () => {
  const late = get();
  await settled();
  await time.pass(5000);
  expect(await late).toBe('access_token_away');
  asked[0]!.answer('t1');
  await settled();
  expect(await get()).toBe('t1');
  expect(asked).toHaveLength(1);
});

it('of ten thousand users the least recently used is dropped first', async () => {
  const made = new TokenCache((user) => {
    asked.push({ user, answer: () => undefined, fail: () => undefined });
    return Promise.resolve({ kind: 'issued', token: new Secret(`t-${user}`), lifetimeMs: HOUR });
  }, time);
  for (let user = 0; user < 10_000; user++) await made.get(String(user));
  await made.get('0');
  await made.get('one more');
  expect(asked).toHaveLength(10_001);
  for (const user of ['0', '2', '9999', 'one more']) await made.get(user);
  expect(asked).toHaveLength(10_001);
  await made.get('1');
  expect(asked.slice(10_001).map(({ user }) => user)).toEqual(['1']);
});
