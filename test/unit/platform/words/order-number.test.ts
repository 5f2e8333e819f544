import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MERCHANT_ORDER_NO, base32, orderNumberOf, tradeNumber } from '#src/platform/terms/order.js';

const isNumber = (text: string): boolean => MERCHANT_ORDER_NO.test(text);

describe('merchant order number', () => {
  it.each([
    'A-1001',
    'a',
    '9',
    'A.b_c-d',
    'order-r',
    'order-r2x',
    '-r2'.slice(1),
    'x-rr2',
    'exports',
    'my-export',
    `A${'b'.repeat(43)}`,
  ])('%s is valid', (text) => expect(isNumber(text)).toBe(true));

  it.each([
    '',
    '-1',
    '.a',
    '_a',
    'a b',
    'a/b',
    'a~b',
    'a\n',
    'é',
    'A-1001-r2',
    'A-1001-R2',
    'export',
    'EXport',
    'A-r0',
    'A-r007',
    'A-r2-r3',
    `A${'b'.repeat(44)}`,
  ])('%j is invalid', (text) => expect(isNumber(text)).toBe(false));
});

describe('trade numbers', () => {
  it.each([
    [1, 'A-1001'],
    [2, 'A-1001-r2'],
    [10, 'A-1001-r10'],
  ])('trade %i: %s', (n, expected) => expect(tradeNumber('A-1001', n)).toBe(expected));

  it('of different orders never clash, in any letter case', () => {
    const numbers = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,8}(-r\d)?$/).filter(isNumber);
    const ns = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(numbers, numbers, ns, ns, (a, b, n, m) => {
        fc.pre(a.toLowerCase() !== b.toLowerCase());
        expect(tradeNumber(a, n).toLowerCase()).not.toBe(tradeNumber(b, m).toLowerCase());
      }),
    );
  });
});

describe('generated order number', () => {
  it('is a valid merchant number and never repeats', () => {
    const made = Array.from({ length: 500 }, (_, i) =>
      orderNumberOf('o', i < 250 ? 1_800_000_000_000 : i, randomBytes(11)),
    );
    expect(made.filter((text) => !isNumber(text))).toEqual([]);
    expect(new Set(made).size).toBe(500);
    expect(made.filter((text) => text !== text.toLowerCase())).toEqual([]);
  });

  it('sorts by its time', () => {
    const ms = fc.integer({ min: 0, max: 32 ** 9 - 1 });
    fc.assert(
      fc.property(ms, ms, (a, b) => {
        const [earlier, later] = [
          orderNumberOf('o', Math.min(a, b), Buffer.alloc(11, 255)),
          orderNumberOf('o', Math.max(a, b), Buffer.alloc(11)),
        ];
        expect(a === b || earlier < later).toBe(true);
        expect(earlier).toHaveLength(28);
      }),
    );
  });

  it('differs whenever the bytes differ', () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(base32(a) === base32(b)).toBe(Buffer.from(a).equals(Buffer.from(b)));
        expect(base32(a)).toMatch(/^[a-z2-9]{32}$/);
      }),
    );
  });
});
