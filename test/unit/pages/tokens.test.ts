import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { brandStyle } from '#src/pages/brand-style.js';
import { PROJECT } from '../../support/programs.js';

const WORDS: readonly (readonly [words: string, grounds: readonly string[]])[] = [
  ['ink', ['ground', 'surface', 'raised', 'good-ground', 'warn-ground', 'bad-ground']],
  ['soft', ['ground', 'surface', 'raised', 'good-ground', 'warn-ground', 'bad-ground']],
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

const THEMES: readonly Theme[] = ['light', 'dark'];
const GROUNDS = ['ground', 'surface', 'raised'];
const ODD = [
  ...['#000000', '#ffffff', '#808080', '#767676', '#777777', '#ff0000', '#00ff00', '#0000ff'],
  ...['#ffff00', '#3056d3'],
];

const byte = fc.integer({ min: 0, max: 255 }).map((part) => part.toString(16).padStart(2, '0'));
const color = fc.oneof(
  fc.tuple(byte, byte, byte).map((parts) => `#${parts.join('')}`),
  // Greys have little contrast with both black and white.
  byte.map((part) => `#${part}${part}${part}`),
  fc.constantFrom(...ODD),
);

describe('pages: any brand colour', () => {
  it('is readable in both themes, as a background and as text on every background', () => {
    const grounds = THEMES.map((theme) => ({ theme, colors: tokensOf(theme) }));
    fc.assert(
      fc.property(color, (given) => {
        const css = brandStyle(given);
        for (const { theme, colors } of grounds) {
          const brand = themed(css, theme);
          const on = wcagContrast(brand.get('brand')!, brand.get('on-brand')!);
          expect(on, `${theme}: words on the brand's colour`).toBeGreaterThanOrEqual(AA_TEXT);
          for (const ground of GROUNDS) {
            const contrast = wcagContrast(brand.get('brand-text')!, colors.get(ground)!);
            expect(contrast, `${theme}: the brand's colour on --${ground}`).toBeGreaterThanOrEqual(AA_TEXT);
          }
          const tint = brand.get('info-ground')!;
          for (const words of [brand.get('brand-text')!, colors.get('ink')!, colors.get('soft')!]) {
            expect(wcagContrast(words, tint), `${theme}: ${words} on the tint`).toBeGreaterThanOrEqual(AA_TEXT);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['#3056d3', '#eaeefb', '#1a2543'],
    ['#ffd400', '#fffbe6', '#3b3921'],
    ['#c1121f', '#f9e7e9', '#311a26'],
  ])('%s tints notices and what is chosen', (given, light, dark) => {
    const css = brandStyle(given);
    expect(THEMES.map((theme) => themed(css, theme).get('info-ground'))).toEqual([light, dark]);
  });
});

type Theme = 'light' | 'dark';
type Colors = ReadonlyMap<string, string>;

function tokensOf(theme: Theme): Colors {
  return themed(readFileSync(join(PROJECT, 'web/src/styles/tokens.css'), 'utf8'), theme);
}

/** The custom properties that hold colours, in a style sheet with one rule per theme. */
function themed(css: string, theme: Theme): Colors {
  const [light = '', dark = ''] = css.split('@media screen and (prefers-color-scheme: dark)');
  const found = (theme === 'light' ? light : dark).matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})\b/g);
  return new Map([...found].map(([, name = '', color = '']) => [name, color]));
}

/**
 * The contrast of two colours (`#rrggbb`), from 1 to 21, as WCAG 2.2 defines it. Written a second time, so that an
 * error in the tested code is not repeated here.
 */
function wcagContrast(one: string, other: string): number {
  const [a, b] = [relativeLuminance(one), relativeLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const AA_TEXT = 4.5;
const AA_SHAPES = 3;

function relativeLuminance(color: string): number {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (match === null) throw new Error(`no colour: ${color}`);
  const linear = match.slice(1).map((hex) => {
    const srgb = parseInt(hex, 16) / 255;
    return srgb <= 0.04045 ? srgb / 12.92 : Math.pow((srgb + 0.055) / 1.055, 2.4);
  });
  return linear[0]! * 0.2126 + linear[1]! * 0.7152 + linear[2]! * 0.0722;
}
