import { describe, expect, it } from 'vitest';
import { metadataFault, metadataChange } from '#src/orders/model/metadata.js';

const names = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 'x']));

describe('metadata', () => {
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['twenty names', names(20)],
    ['the longest name and text', { ['a'.repeat(40)]: '\u{1F600}'.repeat(500) }],
    ['what takes a name away', { gone: null, empty: '' }],
    [
      'a text that looks like a formula or markup',
      { x: '=HYPERLINK("http://evil")', y: '<b>', z: `'; DROP TABLE orders` },
    ],
  ])('may be %s', (_, value) => {
    expect(metadataFault(value)).toBeNull();
  });

  it.each<[string, unknown, RegExp]>([
    ['a text', 'x', /object of strings/],
    ['a list', ['x'], /object of strings/],
    ['null', null, /object of strings/],
    ['21 names', names(21), /at most 20 names/],
    ['an empty name', { '': 'x' }, /names of 1 to 40/],
    ['a name of 41', { ['a'.repeat(41)]: 'x' }, /names of 1 to 40/],
    ['a name with a bracket', { 'a[b]': 'x' }, /names of 1 to 40/],
    ['a name that reaches for the prototype', JSON.parse('{"__proto__":"x"}'), /names of 1 to 40/],
    ['a text of 501', { a: 'x'.repeat(501) }, /^a: must have 0 to 500 characters$/],
    ['two lines', { a: 'x\ny' }, /^a: must be one line/],
    ['a number', { a: 1 }, /^a: must be a string$/],
    ['an object', { a: { b: 'c' } }, /^a: must be a string$/],
  ])('may not be %s', (_, value, fault) => {
    expect(metadataFault(value)).toMatch(fault);
  });

  it('is changed name by name; an empty text or null takes one away', () => {
    expect(metadataChange({ a: '1', b: '', c: null })).toEqual({ set: { a: '1' }, gone: ['b', 'c'] });
  });
});
