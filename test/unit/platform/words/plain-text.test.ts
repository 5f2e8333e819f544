import { describe, expect, it } from 'vitest';
import { lineFault } from '#src/platform/text/text.js';

const STEERING = 'must be one line, without control or text direction characters';

describe('a line of free text', () => {
  it.each(['Example Shop', 'متجر', 'क्‍ष', '👩‍💻 & Co', 'a'.repeat(20), '👩'.repeat(20)])('may be %j', (text) => {
    expect(lineFault(text, 1, 20)).toBeNull();
  });

  it.each([
    ...['\n', '\r', '\t', '\0', '\u007f', '\u0085', '\u001b', '\u2028', '\u2029'],
    ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
    ...['\u2066', '\u2067', '\u2068', '\u2069'],
  ])('must not contain %j', (character) => {
    for (const text of [character, `a${character}`, `${character}a`, `a${character}b`]) {
      expect(lineFault(text, 1, 20)).toBe(STEERING);
    }
  });

  it.each([
    [7, 'must be a string'],
    [['a'], 'must be a string'],
    [undefined, 'must be a string'],
    ['', 'must have 1 to 20 characters'],
    ['a'.repeat(21), 'must have 1 to 20 characters'],
  ])('refuses %j', (value, fault) => {
    expect(lineFault(value, 1, 20)).toBe(fault);
  });
});
