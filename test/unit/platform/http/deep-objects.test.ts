import { describe, expect, it } from 'vitest';
import { withDeepObjects } from '#src/platform/http/input/validation.js';

describe('a query with objects', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['none', { a: '1', b: ['2', '3'] }, { a: '1', b: ['2', '3'] }],
    ['one of two members', { 'm[a]': '1', x: '2', 'm[b]': '3' }, { x: '2', m: { a: '1', b: '3' } }],
    ['a member twice', { 'm[a]': ['1', '2'] }, { m: { a: ['1', '2'] } }],
    ['an empty member', { 'm[]': '1' }, { m: { '': '1' } }],
    ['beside a plain one', { m: '1', 'm[a]': '2' }, { m: '1', 'm[a]': '2' }],
    ['in an object', { 'm[a][b]': '1' }, { 'm[a][b]': '1' }],
    ['without a name', { '[a]': '1' }, { '[a]': '1' }],
  ])('%s', (_, query, expected) => {
    expect(withDeepObjects(query)).toEqual(expected);
  });

  it('a prototype member becomes an own member', () => {
    const { m } = withDeepObjects({ 'm[__proto__]': 'x' }) as { m: object };
    expect(Object.keys(m)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(m)).toBe(Object.prototype);
  });
});
