import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  judgeKey,
  newKeyText,
  resealKey,
  sealKey,
  keyStatus,
  refuseRotation,
  isKeyName,
  prefixOf,
} from '#src/access/api-keys/api-key.js';
import type { ApiKeyRow } from '#src/access/api-keys/api-key.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { Secret } from '#src/platform/callers/secret.js';
import { DAY, KEY, NEW, NOW, OLD, at, keyRow, ring } from './key-builders.js';
import { SystemChance } from '#src/platform/chance.js';

const verdict = (row: ApiKeyRow, shown: Secret = KEY, keys = ring): string => judgeKey(keys, { row, now: NOW }, shown);
const OTHER_ID = '22222222-2222-4222-8222-222222222222';

describe('verdict on a key', () => {
  it.each<[string, Partial<ApiKeyRow>, string]>([
    ['as it was made', {}, 'good'],
    ['not expired', { expiresAt: at(1) }, 'good'],
    ['expired this very moment', { expiresAt: NOW }, 'expired'],
    ['expired', { expiresAt: at(-1) }, 'expired'],
    ['revoked', { revokedAt: NOW, revokedBy: 'x' }, 'revoked'],
    ['revoked by a clock ahead of ours', { revokedAt: at(DAY), revokedBy: 'x' }, 'revoked'],
    ['made by everybody, under AUTH=none', { createdBy: EVERYBODY.id }, 'anybodys'],
    ['made by everybody, and revoked since', { createdBy: EVERYBODY.id, revokedAt: NOW, revokedBy: 'x' }, 'revoked'],
    ['rotated, within the overlap', { replacedBy: OTHER_ID, expiresAt: at(DAY) }, 'good'],
  ])('%s', (_, given, expected) => {
    expect(verdict(keyRow(given))).toBe(expected);
  });

  it('with any one character changed is wrong', () => {
    const text = KEY.reveal();
    for (let index = 17; index < text.length; index++) {
      const other = text[index] === 'A' ? 'B' : 'A';
      expect(verdict(keyRow(), new Secret(text.slice(0, index) + other + text.slice(index + 1)))).toBe('wrong');
    }
  });

  it('with the secret of another key is wrong', () => {
    const { key } = newKeyText(new SystemChance());
    expect(verdict(keyRow(), new Secret(KEY.reveal().slice(0, 17) + key.reveal().slice(17)))).toBe('wrong');
  });

  it('without its service key, or with another under the same id', () => {
    expect(verdict(keyRow(), KEY, new KeyRing([NEW]))).toBe('keyless');
    expect(verdict(keyRow(), KEY, new KeyRing([{ ...OLD, bytes: NEW.bytes }]))).toBe('altered');
  });

  it('is good under an older service key, and under the newest one once it is moved', () => {
    const rotated = new KeyRing([NEW, OLD]);
    expect(verdict(keyRow(), KEY, rotated)).toBe('good');
    const moved = sealKey(rotated, keyRow(), KEY);
    expect(moved).toMatchObject({ keyId: 'b', role: 'checkout', id: keyRow().id });
    expect(verdict(moved, KEY, new KeyRing([NEW]))).toBe('good');
  });
});

describe('a forged row', () => {
  const revoked = keyRow({ expiresAt: at(DAY), revokedAt: at(-1), revokedBy: 'x', replacedBy: OTHER_ID });
  it.each<[string, ApiKeyRow]>([
    ['another role', { ...keyRow(), role: 'admin' }],
    ['a wider scope', { ...keyRow(), scope: 'all' }],
    ['another id', { ...keyRow(), id: OTHER_ID }],
    ['another account', { ...keyRow(), account: OTHER_ID }],
    ['another name', { ...keyRow(), name: 'somebody else' }],
    ['another prefix', { ...keyRow(), prefix: 'aaaaaaaaaaaa' }],
    ['another hash', { ...keyRow(), hash: Buffer.alloc(32) }],
    ['another seal', { ...keyRow(), seal: Buffer.alloc(32) }],
    ['a short seal', { ...keyRow(), seal: keyRow().seal.subarray(0, 31) }],
    ['another beginning', { ...keyRow(), createdAt: NOW }],
    ['another maker', { ...keyRow(), createdBy: 'somebody else' }],
    ['a longer life', { ...keyRow({ expiresAt: at(-1) }), expiresAt: at(DAY) }],
    ['a life without end', { ...keyRow({ expiresAt: at(-1) }), expiresAt: null }],
    ['from anywhere', { ...keyRow({ addresses: ['10.0.0.0/8'] }), addresses: null }],
    ['from elsewhere', { ...keyRow(), addresses: ['10.0.0.0/8'] }],
    ['no revocation any more', { ...revoked, revokedAt: null, revokedBy: null }],
    ['an earlier revocation', { ...revoked, revokedAt: at(-2) }],
    ['no successor any more', { ...revoked, replacedBy: null }],
    ['fields that swap their contents', { ...keyRow(), name: 'command-line', createdBy: 'shop' }],
    ['the seal of another row', { ...keyRow(), seal: keyRow({ role: 'admin' }).seal }],
  ])('%s', (_, row) => {
    expect(verdict(row)).toBe('altered');
  });

  it("with a forger's own key is altered: the forger lacks the service key", () => {
    const own = newKeyText(new SystemChance());
    const foreign = sealKey(new KeyRing([{ ...OLD, bytes: Buffer.alloc(32, 9) }]), keyRow(), own.key);
    expect(verdict(foreign, own.key)).toBe('altered');
    expect(verdict({ ...foreign, seal: keyRow().seal }, own.key)).toBe('altered');
  });

  it('sealed anew under its own service key is good again; without that key the old seal stays', () => {
    const altered: ApiKeyRow = { ...keyRow(), name: 'renamed' };
    expect(verdict(resealKey(new KeyRing([NEW, OLD]), altered))).toBe('good');
    expect(resealKey(new KeyRing([NEW]), altered)).toEqual(altered);
  });
});

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
});

const prefix = (text: string): string | null => prefixOf(new Secret(text));
const SECRET = 'A'.repeat(43);

describe('a key', () => {
  it('is unique, and starts with its prefix', () => {
    const made = Array.from({ length: 500 }, () => newKeyText(new SystemChance()));
    for (const { key, prefix: own } of made) {
      expect(key.reveal()).toMatch(/^rck_[a-z2-9]{12}_[A-Za-z0-9_-]{43}$/);
      expect(prefixOf(key)).toBe(own);
    }
    expect(new Set(made.map(({ key }) => key.reveal().slice(-43))).size).toBe(500);
    expect(new Set(made.map(({ prefix: own }) => own)).size).toBe(500);
  });

  it('is not printed', () => {
    const { key } = newKeyText(new SystemChance());
    expect(`${JSON.stringify({ key })}${inspect(key)}${String(key)}`).not.toContain('rck_');
  });

  it.each([
    ['nothing', ''],
    ['another beginning', `rcx_abcdefghijkm_${SECRET}`],
    ['capitals', `RCK_abcdefghijkm_${SECRET}`],
    ['a blank before', ` rck_abcdefghijkm_${SECRET}`],
    ['a line end behind', `rck_abcdefghijkm_${SECRET}\n`],
    ['two lines', `x\nrck_abcdefghijkm_${SECRET}`],
    ['a short prefix', `rck_abcdefghijk_${SECRET}`],
    ['a letter that is never used', `rck_abcdefghijkl_${SECRET}`],
    ['an o', `rck_abcdefghijko_${SECRET}`],
    ['a digit that is never used', `rck_abcdefghijk1_${SECRET}`],
    ['a short secret', `rck_abcdefghijkm_${'A'.repeat(42)}`],
    ['a long secret', `rck_abcdefghijkm_${'A'.repeat(44)}`],
    ['another alphabet', `rck_abcdefghijkm_${'A'.repeat(42)}+`],
    ['no secret', 'rck_abcdefghijkm'],
    ['SQL', "rck_' OR 1=1 --_x"],
    ['a JWT', 'eyJhbGciOiJub25lIn0.e30.'],
  ])('%s is not a key', (_, text) => {
    expect(prefix(text)).toBeNull();
  });

  it('only a key has a prefix, which the database accepts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = prefix(text);
        return found === null || /^[a-km-np-z2-9]{12}$/.test(found);
      }),
    );
  });
});

describe('the name of a key', () => {
  it.each(['a', 'shop backend', 'Ärger & Söhne', '商店', 'a-b_c.d (1)', 'x'.repeat(64), 'first 🔑'])('%s', (name) => {
    expect(isKeyName(name)).toBe(true);
  });

  it.each([
    '',
    ' ',
    ' a',
    'a ',
    'a  b',
    'a\tb',
    'a\nb',
    'a\u0000',
    'a\u001b[31m',
    'a\u202eb',
    'a\u200bb',
    'a\u00a0b',
    'a\u2028b',
    'a\ud800',
    'x'.repeat(65),
  ])('not %j', (name) => {
    expect(isKeyName(name)).toBe(false);
  });
});
