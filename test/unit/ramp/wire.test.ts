import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDecimal } from '#src/ramp/wire/wire-fields.js';
import { WireNumber, member, parseWire } from '#src/ramp/wire/wire.js';
import type { WireRecord, WireValue } from '#src/ramp/wire/wire.js';
import { isDecimal } from '#src/platform/terms/decimal.js';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const json = (text: string) => parseWire(bytes(text))?.json;

describe('JSON from outside', () => {
  it('keeps the digits of numbers', () => {
    expect(json('[1.10, 12345678901234567890.123456789, 1e2]')).toEqual([
      new WireNumber('1.10'),
      new WireNumber('12345678901234567890.123456789'),
      new WireNumber('1e2'),
    ]);
  });

  it('does not let a field change a prototype', () => {
    const record = json('{"__proto__":{"polluted":true},"a":1}') as WireRecord;
    expect(member(record, 'polluted')).toBeUndefined();
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(member(record, '__proto__')).toEqual({ polluted: true });
  });

  it('keeps all values of a repeated name', () => {
    expect(parseWire(bytes('{"a":"1","a":"2"}'))).toEqual({ json: { a: ['1', '2'] }, isAmbiguous: true });
    expect(parseWire(bytes('{"a":{"b":1},"a":{"b":1}}'))).toMatchObject({ isAmbiguous: false });
  });

  it('ignores a byte order mark and accepts invalid UTF-8', () => {
    expect(json('\ufeff{"a":"b"}')).toEqual({ a: 'b' });
    expect(parseWire(Buffer.from([0x22, 0xff, 0x22]))?.json).toBe('\ufffd');
  });

  it.each(['', '{', '{"a":1,}', '[1,]', '<html></html>', 'NaN', '{"a":01}', '"a" "b"', 'undefined'])(
    'is null: %j',
    (text) => {
      expect(parseWire(bytes(text))).toBeNull();
    },
  );

  it('returns null for thousands of nested brackets', () => {
    expect(parseWire(bytes('['.repeat(1_000_000)))).toBeNull();
  });

  it('reads all output of JSON.stringify', () => {
    const plain = (value: WireValue | undefined): unknown => {
      if (value instanceof WireNumber) return Number(value.digits);
      if (Array.isArray(value)) return value.map(plain);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
    };
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.stringify(plain(json(text)))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

describe('decimals', () => {
  it.each([
    ['100.00', '100.00'],
    ['0', '0'],
    ['-1.5', '-1.5'],
    ['0E-8', '0.00000000'],
    ['1E+2', '100'],
    ['1.5e3', '1500'],
    ['1.50E+1', '15.0'],
    ['12.345E-2', '0.12345'],
    ['-2.5E-7', '-0.00000025'],
    ['1E0', '1'],
    ['123E-3', '0.123'],
  ])('%s is %s', (text, plain) => {
    expect(plainDecimal(text)).toBe(plain);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '01',
    '.5',
    '1.',
    '1,000.00',
    '1e',
    'e5',
    'NaN',
    'Infinity',
    '0x10',
    '1E999',
    '1E99999999',
    '１',
  ])('cannot read %j', (text) => {
    expect(plainDecimal(text)).toBeNull();
  });

  it('keeps plain text digit for digit, and agrees with JavaScript on scientific text', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(digits, fc.integer({ min: -12, max: 12 }), fc.boolean(), (whole, exponent, minus) => {
        const text = `${minus ? '-' : ''}${whole}E${exponent}`;
        const plain = plainDecimal(text);
        expect(plain !== null && isDecimal(plain)).toBe(true);
        expect(Number(plain)).toBe(Number(text));
        expect(plainDecimal(plain!)).toBe(plain);
      }),
    );
  });

  it('yields only plain decimals', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.eE+-') }), (text) => {
        const plain = plainDecimal(text);
        expect(plain === null || isDecimal(plain)).toBe(true);
      }),
    );
  });
});
