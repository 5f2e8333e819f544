import { describe, expect, it } from 'vitest';
import { visibleMethods } from '#web/src/prices/rules/visible-methods.js';

describe('the payment methods shown at first', () => {
  it.each<[all: string, chosen: string | undefined, shown: string]>([
    ['', undefined, ''],
    ['abc', 'b', 'abc'],
    ['abcde', 'e', 'abcde'],
    ['abcdef', undefined, 'abcd'],
    ['abcdef', 'a', 'abcd'],
    ['abcdef', 'd', 'abcd'],
    ['abcdef', 'f', 'abcf'],
    ['abcdef', 'x', 'abcd'],
  ])('of "%s" with %s chosen: "%s"', (all, chosen, shown) => {
    expect(visibleMethods([...all], chosen).join('')).toBe(shown);
  });
});
