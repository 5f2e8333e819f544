import { describe, expect, it } from 'vitest';
import type { Request, Response } from 'express';
import { AccessService } from '#src/access/access.service.js';
import type { ApiKeysService } from '#src/access/api-keys/api-keys.service.js';
import type { TokensService } from '#src/access/jwt/tokens.service.js';
import type { Settings } from '#src/platform/config/settings.js';
import type { Caller } from '#src/platform/callers/caller.js';
import { Problem } from '#src/platform/problems/problem.js';
import type { Secret } from '#src/platform/callers/secret.js';
import { AccessMiddleware } from '#src/access/access.middleware.js';
import { markCounted } from '#src/platform/limits/familiar-keys.js';
import type { LimitsService } from '#src/platform/limits/limits.service.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { SystemChance } from '#src/platform/chance.js';

const CUSTOMER: Caller = {
  kind: 'customer',
  id: 'customer:1',
  name: 'sub-1',
  capacities: ['customer'],
  scope: 'own',
  customer: { id: 'sub-1', email: null },
  clientSecret: null,
};
const SERVER: Caller = {
  ...CUSTOMER,
  kind: 'key',
  id: 'key:1',
  name: 'shop',
  capacities: ['checkout'],
  customer: null,
};

const taking = (caller: Caller) => ({
  callerOf: (secret: Secret) =>
    secret.reveal() === 'good' ? Promise.resolve(caller) : Promise.reject(new Problem('unauthenticated', 'no')),
});

function identify(
  headers: readonly string[],
  given: { auth?: 'required' | 'none'; guests?: boolean } = {},
): Promise<Caller> {
  const { auth = 'required', guests = false } = given;
  const settings = { auth, access: { guests, jwt: null } } as Partial<Settings> as Settings;
  const tokens: unknown = taking(CUSTOMER);
  const keys: unknown = taking(SERVER);
  return new AccessService(tokens as TokensService, keys as ApiKeysService, settings, new SystemChance()).identify(
    headers,
    null,
  );
}

const TOKEN = ['authorization', 'Bearer good'];
const BAD_TOKEN = ['authorization', 'Bearer bad'];
const KEY = ['x-api-key', 'good'];
const BAD_KEY = ['x-api-key', 'bad'];
const SECRET_TEXT = `cs_1_${'a'.repeat(43)}`;
const SECRET = ['x-client-secret', SECRET_TEXT];
const IDEMPOTENT = ['idempotency-key', '7d1f2a8e-3c55-4b0d-9e0a-1f6a2b3c4d5e'];

describe('the caller', () => {
  it.each<[string, string[], boolean, string, string[]]>([
    ['a token', TOKEN, false, 'customer:1', ['customer']],
    ['a token where guests are let in', TOKEN, true, 'customer:1', ['customer']],
    ['a token with a secret', [...TOKEN, ...SECRET], false, 'customer:1', ['customer', 'holder']],
    ['a key', KEY, false, 'key:1', ['checkout']],
    ['a key with a secret', [...KEY, ...SECRET], true, 'key:1', ['checkout', 'holder']],
    ['a secret', SECRET, false, expect.stringMatching(/^guest:/) as string, ['holder']],
    ['a secret where guests are let in', SECRET, true, expect.stringMatching(/^guest:/) as string, ['guest', 'holder']],
    ['nothing where guests are let in', [], true, expect.stringMatching(/^guest:/) as string, ['guest']],
  ])('with %s', async (_what, headers, guests, id, capacities) => {
    const caller = await identify(headers, { guests });
    expect(caller).toMatchObject({ id, capacities });
    expect(caller.clientSecret?.reveal()).toBe(headers.includes(SECRET_TEXT) ? SECRET_TEXT : undefined);
  });

  it.each<[string, string[], boolean]>([
    ['nothing', [], false],
    ['an idempotency key alone', IDEMPOTENT, false],
    ['a bad token', BAD_TOKEN, false],
    ['a bad token where guests are let in', BAD_TOKEN, true],
    ['a bad token with a secret', [...BAD_TOKEN, ...SECRET], true],
    ['a bad key where guests are let in', BAD_KEY, true],
    ['an empty key where guests are let in', ['x-api-key', ''], true],
    ['a bad key with a secret', [...BAD_KEY, ...SECRET], true],
  ])('with %s is refused', async (_what, headers, guests) => {
    await expect(identify(headers, { guests })).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('is everybody with AUTH=none', async () => {
    for (const headers of [[], BAD_TOKEN, BAD_KEY, SECRET]) {
      expect(await identify(headers, { auth: 'none' })).toMatchObject({ kind: 'everybody', id: 'everybody' });
    }
  });

  it('is the same guest only with the same idempotency key', async () => {
    const idOf = async (...headers: string[]): Promise<string> => (await identify(headers, { guests: true })).id;
    expect(await idOf(...IDEMPOTENT)).toBe(await idOf(...IDEMPOTENT));
    expect(await idOf(...IDEMPOTENT)).toBe(await idOf(...IDEMPOTENT, ...SECRET));
    expect(await idOf('idempotency-key', 'one')).not.toBe(await idOf('idempotency-key', 'another'));
    expect(await idOf()).not.toBe(await idOf());
    expect(await idOf(...IDEMPOTENT)).not.toContain(IDEMPOTENT[1]!.slice(0, 8));
  });
});

/** The buckets that a request counts in, once its caller is identified. `counted`: its key was counted already. */
async function spentBy(kind: Caller['kind'], counted = false): Promise<string[]> {
  const spent: string[] = [];
  const limits = { spend: (...what: string[]) => spent.push(what.join(' ')) } as unknown as LimitsService;
  const caller: Caller = { ...EVERYBODY, kind, id: `${kind}:1` };
  const access = { identify: () => Promise.resolve(caller) } as unknown as AccessService;
  const request = { rawHeaders: [], ip: '203.0.113.9' } as unknown as Request;
  if (counted) markCounted(request);
  let passed = false;
  await new AccessMiddleware(access, limits).use(request, {} as Response, () => (passed = true));
  expect(passed).toBe(true);
  return spent;
}

describe('an identified request counts', () => {
  it.each<[Caller['kind'], string[]]>([
    ['customer', ['caller customer:1']],
    ['key', ['key key:1']],
    ['guest', []],
    ['everybody', []],
  ])('for a caller of kind %s: %j', async (kind, expected) => {
    expect(await spentBy(kind)).toEqual(expected);
  });
});
