import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKeyName, newKeyText, prefixOf } from '#src/access/api-keys/api-key.js';
import { Secret } from '#src/platform/callers/secret.js';

const prefix = (text: string): string | null => prefixOf(new Secret(text));
const SECRET = 'A'.repeat(43);

describe('a key', () => {
  it('is unique, and starts with its prefix', () => {
    const made = Array.from({ length: 500 }, newKeyText);
    for (const { key, prefix: own } of made) {
      expect(key.reveal()).toMatch(/^rck_[a-z2-9]{12}_[A-Za-z0-9_-]{43}$/);
      expect(prefixOf(key)).toBe(own);
    }
    expect(new Set(made.map(({ key }) => key.reveal().slice(-43))).size).toBe(500);
    expect(new Set(made.map(({ prefix: own }) => own)).size).toBe(500);
  });

  it('is not printed', () => {
    const { key } = newKeyText();
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
