import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replacerOf } from '#src/platform/redaction/forms.js';

/** Letters that folding makes equal to ASCII ones: U+017F to `s`, U+212A to `k`; and İ, whose lower case is two characters. */
const CHARACTERS = [
  'a',
  'A',
  'k',
  'K',
  's',
  'S',
  '\u017F',
  '\u212A',
  '\u0130',
  'i',
  'é',
  'É',
  '.',
  '$',
  '1',
  ' ',
  '\n',
];
const texts = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 12 });
const values = fc.array(fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: 3 }), {
  maxLength: 3,
});

const escaped = (value: string): string => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** With one pattern for all values, and no shortcut. */
function expected(text: string, given: readonly string[]): string {
  const longestFirst = given.toSorted((a, b) => b.length - a.length).map(escaped);
  return given.length === 0 ? text : text.replace(new RegExp(longestFirst.join('|'), 'giu'), (found) => `<${found}>`);
}

describe('replacing values in a text', () => {
  it('finds what a pattern would find, for ASCII and beyond', () => {
    let replaced = 0;
    fc.assert(
      fc.property(values, texts, texts, (given, before, after) => {
        const text = `${before}${given[0] ?? ''}${after}`;
        const shown = replacerOf(given, 0)(text, (found) => `<${found}>`);
        replaced += shown === text ? 0 : 1;
        expect(shown).toBe(expected(text, given));
      }),
      { numRuns: 3000 },
    );
    expect(replaced).toBeGreaterThan(1000);
  });
});
