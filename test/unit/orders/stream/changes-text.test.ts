import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesInText, changesToTexts } from '../../../../src/orders/announce/changes-text.js';
import type { ChangedOrder } from '../../../../src/orders/announce/changes-text.js';
import { MERCHANT_ORDER_NO } from '../../../../src/platform/shared/order-number.js';

const LETTERS = [...'AZaz09._-'];
const numbers = fc
  .string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 44 })
  .filter((text) => MERCHANT_ORDER_NO.test(text));

const changes: fc.Arbitrary<ChangedOrder> = fc.record({
  merchantOrderNo: numbers,
  version: fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: null }),
});

describe('changed orders as text', () => {
  it('are one line of words', () => {
    const given = [
      { merchantOrderNo: 'A-1', version: 7 },
      { merchantOrderNo: 'b_2.x', version: null },
    ];
    expect(changesToTexts(given, 100)).toEqual(['orders A-1:7 b_2.x:*']);
    expect(changesToTexts([], 100)).toEqual([]);
  });

  it('come back as they were, whatever they are, in texts that are not too long and not needlessly many', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 400 }), fc.integer({ min: 80, max: 900 }), (given, most) => {
        const texts = changesToTexts(given, most);
        expect(texts.flatMap(changesInText)).toEqual(given);
        for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most);
        for (const [index, text] of texts.slice(1).entries()) {
          const first = text.split(' ')[1]!;
          expect(Buffer.byteLength(`${texts[index]!} ${first}`)).toBeGreaterThan(most);
        }
      }),
    );
  });

  it.each([
    ['', []],
    ['proof A-1:7', []],
    ['orders', []],
    ['orders A-1', []],
    ['orders A-1:', []],
    ['orders :7', []],
    ['orders A-1:7:8', []],
    ['orders A-1:-7 A-2:7', [{ merchantOrderNo: 'A-2', version: 7 }]],
    ['orders A-1:7000000000', []],
    ['orders  A-1:7', [{ merchantOrderNo: 'A-1', version: 7 }]],
    [`orders ${'a'.repeat(65)}:7`, []],
  ])('%j: what cannot be read is left out', (text, expected) => {
    expect(changesInText(text)).toEqual(expected);
  });
});
