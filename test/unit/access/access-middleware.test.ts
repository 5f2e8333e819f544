import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { AccessMiddleware } from '#src/access/access.middleware.js';
import type { AccessService } from '#src/access/access.service.js';
import { markCounted } from '#src/platform/limits/familiar-keys.js';
import type { LimitsService } from '#src/platform/limits/limits.service.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import type { Caller } from '#src/platform/callers/caller.js';

/** The buckets that a request counts in, once its caller is identified. `counted`: its key was counted already. */
async function spentBy(kind: Caller['kind'], counted = false): Promise<string[]> {
  const spent: string[] = [];
  const limits = { spend: (...what: string[]) => spent.push(what.join(' ')) } as unknown as LimitsService;
  const caller: Caller = { ...EVERYBODY, kind, id: `${kind}:1` };
  const access = { identifyBy: () => Promise.resolve(caller) } as unknown as AccessService;
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

  it('only once for a key that was already counted', async () => {
    expect(await spentBy('key', true)).toEqual([]);
  });
});
