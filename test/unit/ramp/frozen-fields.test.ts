import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezeFields, jsonBody, queryString } from '#src/ramp/signing/frozen-fields.js';

describe('fields frozen into one text form', () => {
  it('omits null, undefined and empty fields, and keeps zero and false', () => {
    const frozen = freezeFields({ a: null, b: undefined, c: '', d: 0, e: false, f: ' ' });
    expect(jsonBody(frozen)).toBe('{"d":0,"e":false,"f":" "}');
    expect(queryString(frozen)).toBe('d=0&e=false&f=%20');
  });

  it('keeps the digits of a decimal', () => {
    expect(jsonBody(freezeFields({ amount: '100.00' }))).toBe('{"amount":"100.00"}');
  });

  it.each([
    ['an object', { a: { b: 1 } }],
    ['a list', { a: ['x'] }],
    ['a fraction', { a: 0.1 }],
    ['no number', { a: Number.NaN }],
    ['a number beyond what JavaScript keeps', { a: 2 ** 53 }],
    ['a function', { a: () => 1 }],
  ])('refuses %s, and names the field without its value', (_, fields) => {
    expect(() => freezeFields(fields)).toThrow(/^the field a has no text form that could be signed$/);
  });

  it('writes a body that parses to the same fields', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'grapheme' })), (sent) => {
        expect(Object.entries(JSON.parse(jsonBody(freezeFields(sent))) as object).sort()).toEqual(
          Object.entries(sent).sort(),
        );
      }),
    );
  });

  it('writes a query that a URL parser does not change', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (value) => {
        const query = queryString(freezeFields({ value }));
        const url = new URL(`http://host/path?${query}`);
        expect(url.search).toBe(`?${query}`);
        expect(url.searchParams.get('value')).toBe(value);
      }),
    );
  });

  it('signs and sends unpaired surrogates in one form', () => {
    const [field] = freezeFields({ a: '\ud800' });
    expect(field).toEqual({ name: 'a', text: '\ufffd', json: '"\ufffd"' });
  });
});
