import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDecimals,
  fractionDigits,
  isDecimal,
  isPositiveDecimal,
  isWithinPercentBelow,
  percentChange,
  roundedTo,
  sumOfDecimals,
  withFractionDigits,
} from '#src/platform/terms/decimal.js';

const both = (sum: string): [string, string] => [sum, sum];
const WHOLE_40 = '9'.repeat(40);
const FRACTION_30 = '1'.repeat(30);

describe('a sum of decimals', () => {
  it.each<[amounts: string[], digits: number, up: string, down: string]>([
    [[], 2, '0.00', '0.00'],
    [['0.1', '0.2'], 2, '0.30', '0.30'],
    [['5', '1.501'], 2, '6.51', '6.50'],
    [['480.2', '1'], 0, '482', '481'],
    [['9007199254740993', '0.000000000000000001'], 18, ...both('9007199254740993.000000000000000001')],
  ])('of %j with %i decimals is %s, or %s', (amounts, digits, up, down) => {
    expect(sumOfDecimals(amounts, digits, 'up')).toBe(up);
    expect(sumOfDecimals(amounts, digits, 'down')).toBe(down);
  });
});

it.each([
  ['19.201', 2, 'up', '19.21'],
  ['19.209', 2, 'down', '19.2'],
  ['19.2', 2, 'up', '19.2'],
  ['19.9', 0, 'down', '19'],
  ['19.1', 0, 'up', '20'],
  ['99999999999999999999.99', 0, 'up', '100000000000000000000'],
] as const)('%s with at most %i decimals, %s: %s', (text, digits, way, rounded) => {
  expect(roundedTo(text, digits, way)).toBe(rounded);
});

describe('decimal text', () => {
  it.each([
    '0',
    '1',
    '100',
    '100.00',
    '0.000000000000000001',
    '-1.5',
    '0.0',
    WHOLE_40,
    `0.${FRACTION_30}`,
    `${WHOLE_40}.${FRACTION_30}`,
  ])('%s is plain', (text) => expect(isDecimal(text)).toBe(true));

  it.each([
    '',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '--1',
    '01',
    '00',
    '1.',
    '.5',
    '1,000.00',
    '1e5',
    '1E-5',
    '0x10',
    '1_000',
    'NaN',
    'Infinity',
    '-',
    '１',
    `1${WHOLE_40}`,
    `0.${FRACTION_30}1`,
  ])('%j is not plain', (text) => expect(isDecimal(text)).toBe(false));

  it.each([
    ['0.000000000000000000000000000001', true],
    ['1', true],
    ['0', false],
    ['0.00', false],
    ['-1', false],
    ['abc', false],
  ])('%s above zero: %s', (text, positive) => expect(isPositiveDecimal(text)).toBe(positive));
});

describe('decimals: fraction digits', () => {
  it.each([
    ['100', 0],
    ['100.5', 1],
    ['100.50', 2],
    ['0.000000000000000001', 18],
  ])('%s has %i', (text, digits) => expect(fractionDigits(text)).toBe(digits));

  it.each([
    ['100', 2, '100.00'],
    ['100.5', 2, '100.50'],
    ['100.50', 2, '100.50'],
    ['7', 0, '7'],
    [WHOLE_40, 2, `${WHOLE_40}.00`],
    ['0.1', 18, '0.100000000000000000'],
  ])('%s with %i: %s', (text, digits, expected) => expect(withFractionDigits(text, digits)).toBe(expected));

  it.each([
    ['100.000', 2],
    ['100.5', 0],
    ['0.001', 2],
  ])('%s cannot have %i: no digit is dropped, not even a zero', (text, digits) => {
    expect(() => withFractionDigits(text, digits)).toThrow(RangeError);
  });
});

describe('decimals: comparing', () => {
  it.each([
    ['1.50', '1.5', 0],
    ['100', '100.000000000000000000', 0],
    ['0.1', '0.10000000000000000555', -1],
    ['9', '10', -1],
    ['-2', '-10', 1],
    [`${WHOLE_40}.${FRACTION_30}`, `${WHOLE_40}.${FRACTION_30.slice(0, 29)}2`, -1],
  ] as const)('%s and %s: %i', (a, b, expected) => {
    expect(compareDecimals(a, b)).toBe(expected);
    expect(compareDecimals(b, a)).toBe(expected === 0 ? 0 : -expected);
  });

  it('agrees with integers of any size', () => {
    const scaled = fc.bigInt({ min: 0n, max: 10n ** 58n });
    const text = (value: bigint): string => {
      const digits = value.toString().padStart(19, '0');
      return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
    };
    fc.assert(
      fc.property(scaled, scaled, (a, b) => {
        expect(compareDecimals(text(a), text(b))).toBe(a === b ? 0 : a < b ? -1 : 1);
      }),
    );
  });
});

const LONGEST = `${WHOLE_40}.${FRACTION_30}`;

describe('decimals: at most some per cent less', () => {
  it.each([
    ['99', '100', '1', true],
    ['98.999999999999999999', '100', '1', false],
    ['100', '100', '0', true],
    ['99.999999999999999999', '100', '0', false],
    ['200', '100', '0', true],
    ['0', '100', '100', true],
    ['0.0995', '0.1', '0.5', true],
    ['0.0994', '0.1', '0.5', false],
    [LONGEST, LONGEST, '0', true],
    [LONGEST, LONGEST, '0.000000000000000000000000000001', true],
    [`${LONGEST.slice(0, -1)}0`, LONGEST, '0', false],
  ])('%s of %s with %s: %s', (value, base, percent, within) => {
    expect(isWithinPercentBelow(value, base, percent)).toBe(within);
  });
});

describe('decimals: change in per cent', () => {
  it.each([
    ['100', '101', 6, '1'],
    ['100', '99', 6, '-1'],
    ['100', '100.00', 6, '0'],
    ['3', '4', 6, '33.333333'],
    ['3', '4', 0, '33'],
    ['1000', '999.99999', 2, '0'],
    ['0.1', '0.3', 6, '200'],
    [LONGEST, LONGEST, 6, '0'],
    ['1', LONGEST, 0, `${WHOLE_40.slice(0, -1)}8${FRACTION_30.slice(0, 2)}`],
  ])('from %s to %s, with %i decimals: %s', (from, to, digits, expected) => {
    expect(percentChange(from, to, digits)).toBe(expected);
  });
});
