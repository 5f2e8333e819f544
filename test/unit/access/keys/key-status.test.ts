import { describe, expect, it } from 'vitest';
import { keyStatus, refuseRotation } from '#src/access/api-keys/api-key.js';
import type { ApiKeyRow } from '#src/access/api-keys/api-key.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { DAY, NEW, NOW, at, keyRow, ring } from './key-builders.js';

const OTHER = '22222222-2222-4222-8222-222222222222';
const REVOKED = { revokedAt: at(-1), revokedBy: 'x' };

it.each<[string, Partial<ApiKeyRow>]>([
  ['active', {}],
  ['active', { expiresAt: at(14 * DAY + 1) }],
  ['expiring', { expiresAt: at(14 * DAY) }],
  ['expiring', { expiresAt: at(1) }],
  ['expiring', { expiresAt: at(30 * DAY), replacedBy: OTHER }],
  ['expired', { expiresAt: NOW }],
  ['expired', { expiresAt: at(-DAY), replacedBy: OTHER }],
  ['revoked', REVOKED],
  ['revoked', { ...REVOKED, expiresAt: at(-DAY) }],
])('a key is %s: %j', (status, given) => {
  expect(keyStatus({ row: keyRow(given), now: NOW })).toBe(status);
});

describe('a rotation', () => {
  const reason = (row: ApiKeyRow, keys = ring): string | null => {
    try {
      refuseRotation(keys, { row, now: NOW });
      return null;
    } catch (error) {
      expect(error).toMatchObject({ code: 'key_not_rotatable', status: 409 });
      return (error as Error).message;
    }
  };

  it.each<[string, Partial<ApiKeyRow>]>([
    ['one without end', {}],
    ['one that will end', { expiresAt: at(1) }],
  ])('of %s', (_, given) => {
    expect(reason(keyRow(given))).toBeNull();
  });

  it.each<[string, ApiKeyRow, RegExp]>([
    ['revoked', keyRow(REVOKED), /revoked/],
    ['expired', keyRow({ expiresAt: NOW }), /expired/],
    ['rotated', keyRow({ expiresAt: at(DAY), replacedBy: OTHER }), new RegExp(`already.*${OTHER}`)],
    ['rotated and over', keyRow({ expiresAt: at(-1), replacedBy: OTHER }), new RegExp(`already.*${OTHER}`)],
    ['altered', { ...keyRow(), role: 'admin' }, /altered/],
  ])('of a key that is %s is refused', (_, row, why) => {
    expect(reason(row)).toMatch(why);
  });

  it('of a key without its service key is refused', () => {
    expect(reason(keyRow(), new KeyRing([NEW]))).toMatch(/SERVICE_KEY/);
  });
});
