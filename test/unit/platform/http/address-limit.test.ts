import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { limitAddresses } from '#src/platform/http/edge/configure-app.js';
import { isCounted } from '#src/platform/limits/familiar-keys.js';
import type { FamiliarKeys } from '#src/platform/limits/familiar-keys.js';
import type { LimitsService } from '#src/platform/limits/limits.service.js';

const KEY = 'rck_of_the_shop';

/** The buckets that a request counts in, and whether its key counted. */
function counted(key: string | undefined): { spent: string[]; byKey: boolean; passed: boolean } {
  const spent: string[] = [];
  const limits = { spend: (...what: string[]) => spent.push(what.join(' ')) } as unknown as LimitsService;
  const keys: FamiliarKeys = { familiarCaller: (shown) => (shown.reveal() === KEY ? 'key:shop' : null) };
  const request = { ip: '203.0.113.9', get: () => key } as unknown as Request;
  let passed = false;
  limitAddresses(limits, keys)(request, {} as Response, () => (passed = true));
  return { spent, byKey: isCounted(request), passed };
}

describe('an unidentified request counts', () => {
  it.each([
    ['without a key', undefined],
    ['with a key that nobody has seen', 'rck_made_up'],
  ])('for its address, %s', (_, key) => {
    expect(counted(key)).toEqual({ spent: ['address 203.0.113.9'], byKey: false, passed: true });
  });

  it('for a recently accepted key, whatever its outcome', () => {
    expect(counted(KEY)).toEqual({ spent: ['key key:shop'], byKey: true, passed: true });
  });
});
