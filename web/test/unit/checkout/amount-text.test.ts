import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalMarkOf, readAmount } from '#web/src/checkout/rules/amount-text.js';
import type { ReadAmount } from '#web/src/checkout/rules/amount-text.js';
import { Formats } from '#web/src/i18n/formats.js';

const amount = (text: string): ReadAmount => ({ kind: 'amount', amount: text });
const UNREADABLE: ReadAmount = { kind: 'unreadable' };
const ambiguous = (whole: string): ReadAmount => ({ kind: 'ambiguous', whole });

describe('amount input', () => {
  it.each<[text: string, decimalMark: string, digits: number, read: ReadAmount]>([
    ['', '.', 2, { kind: 'empty' }],
    ['   ', '.', 2, { kind: 'empty' }],
    ['100', '.', 2, amount('100')],
    ['007', '.', 2, amount('7')],
    ['0', '.', 2, amount('0')],
    ['1,234.56', '.', 2, amount('1234.56')],
    ['1.234,56', '.', 2, amount('1234.56')],
    ['1,234.56', ',', 2, amount('1234.56')],
    ['1.234,56', ',', 2, amount('1234.56')],
    ['1 234,56', ',', 2, amount('1234.56')],
    ['1\u202f234,56', ',', 2, amount('1234.56')],
    ['1\u00a0234,56', ',', 2, amount('1234.56')],
    ['1’234.56', '.', 2, amount('1234.56')],
    ["12'345'678", '.', 2, amount('12345678')],
    ['1,23,456.50', '.', 2, amount('123456.50')],
    ['12,345,678', '.', 0, amount('12345678')],
    ['12.345.678', '.', 0, amount('12345678')],
    ['12,5', '.', 2, amount('12.5')],
    ['12.5', ',', 2, amount('12.5')],
    ['12.', '.', 2, amount('12')],
    ['.5', '.', 2, amount('0.5')],
    [',50', '.', 2, amount('0.50')],
    ['0,500', '.', 2, amount('0.500')],
    ['1234,567', '.', 2, amount('1234.567')],
    // One mark before three digits: thousands, unless it is the decimal mark.
    ['1,234', '.', 2, amount('1234')],
    ['1.234', ',', 2, amount('1234')],
    ['1,234', '.', 0, amount('1234')],
    // It would be the decimal mark, but the currency has no such fraction.
    ['1.234', '.', 2, ambiguous('1234')],
    ['1,234', ',', 2, ambiguous('1234')],
    ['10.000', '.', 0, ambiguous('10000')],
    // The currency has such fractions.
    ['1.234', '.', 3, amount('1.234')],
    ['1,234', '.', 3, ambiguous('1234')],
    // Other scripts
    ['١٢٣٤', '٫', 2, amount('1234')],
    ['١٬٢٣٤٫٥٦', '٫', 2, amount('1234.56')],
    ['۱٬۲۳۴٫۵', '٫', 2, amount('1234.5')],
    ['१,२३,४५६.७८', '.', 2, amount('123456.78')],
    ['１，２３４．５０', '.', 2, amount('1234.50')],
    // Currency signs around it
    ['€ 1.234,56', ',', 2, amount('1234.56')],
    ['$100', '.', 2, amount('100')],
    ['\u200f\u0661\u0660\u0660\u200f', '٫', 2, amount('100')],
    // Unreadable
    ['abc', '.', 2, UNREADABLE],
    ['1e5', '.', 2, UNREADABLE],
    ['-5', '.', 2, UNREADABLE],
    ['+5', '.', 2, UNREADABLE],
    ['.', '.', 2, UNREADABLE],
    ['1,2,3', '.', 2, UNREADABLE],
    ['1,23.45', '.', 2, UNREADABLE],
    ['1.234.56', '.', 2, UNREADABLE],
    ['1234.567.890', '.', 2, UNREADABLE],
    ['1,234.5,6', '.', 2, UNREADABLE],
    ['1..5', '.', 2, UNREADABLE],
    ['1 2', '.', 2, UNREADABLE],
    ['0x10', '.', 2, UNREADABLE],
    ['1'.repeat(61), '.', 2, UNREADABLE],
  ])('%j where %j is the decimal mark, with %i decimals', (text, decimalMark, digits, read) => {
    expect(readAmount(text, { decimalMark, digits })).toEqual(read);
  });

  const tags = [
    'en-US',
    'en-IN',
    'de-DE',
    'de-CH',
    'es-ES',
    'fr-FR',
    'pt-BR',
    'zh-CN',
    'ar-EG',
    'ar-MA',
    'fa-IR',
    'hi-IN',
  ];

  it("reads the page's own output in every locale", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tags),
        fc.constantFrom(0, 2, 3),
        fc.nat({ max: 999_999_999 }),
        fc.nat({ max: 999 }),
        (tag, digits, units, fraction) => {
          const text = digits === 0 ? String(units) : `${units}.${String(fraction).padStart(3, '0').slice(0, digits)}`;
          const read = readAmount(new Formats(tag).decimal(text), { decimalMark: decimalMarkOf(tag), digits });
          expect(read).toEqual(amount(text));
        },
      ),
    );
  });

  it('never yields anything but plain decimals', () => {
    const keys = fc.constantFrom(..."0123456789.,' ٫٬١٢٣-e€");
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 12 }), fc.constantFrom('.', ',', '٫'), (typed, decimalMark) => {
        const read = readAmount(typed.join(''), { decimalMark, digits: 2 });
        if (read.kind === 'amount') expect(read.amount).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
      }),
    );
  });
});

it.each([
  ['en-US', '.'],
  ['de-DE', ','],
  ['ar-EG', '٫'],
])('the decimal mark of %s', (tag, mark) => {
  expect(decimalMarkOf(tag)).toBe(mark);
});
