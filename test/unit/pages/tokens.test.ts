import { describe, expect, it } from 'vitest';
import { tokensOf } from './tokens.js';
import type { Theme } from './tokens.js';
import { AA_SHAPES, AA_TEXT, wcagContrast } from './wcag.js';

const WORDS: readonly (readonly [words: string, grounds: readonly string[]])[] = [
  ['ink', ['ground', 'surface', 'raised', 'info-ground', 'good-ground', 'warn-ground', 'bad-ground']],
  ['soft', ['ground', 'surface', 'raised', 'info-ground', 'good-ground', 'warn-ground', 'bad-ground']],
  ['good', ['surface', 'good-ground']],
  ['warn', ['surface', 'warn-ground']],
  ['bad', ['ground', 'surface', 'raised', 'bad-ground']],
];

describe.each<Theme>(['light', 'dark'])('pages: the colours of the %s theme', (theme) => {
  const colors = tokensOf(theme);
  const contrast = (one: string, other: string): number => wcagContrast(colors.get(one)!, colors.get(other)!);

  it.each(WORDS.flatMap(([words, grounds]) => grounds.map((ground) => [words, ground] as const)))(
    '%s is readable on %s',
    (words, ground) => {
      expect(contrast(words, ground)).toBeGreaterThanOrEqual(AA_TEXT);
    },
  );

  it.each(['ground', 'surface', 'raised'])('the outline of a field is visible on %s', (ground) => {
    expect(contrast('line-strong', ground)).toBeGreaterThanOrEqual(AA_SHAPES);
  });
});
