import { readdirSync, readFileSync } from 'node:fs';
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
  '#000000',
  '#ffffff',
  '#808080',
  '#767676',
  '#777777',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#3056d3',
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

describe("the customers' pages: the sizes in their styles", () => {
  const sheets = readdirSync(join(PROJECT, 'web/src'), { encoding: 'utf8', recursive: true })
    .filter((path) => path.endsWith('.css') && !path.includes('console'))
    .map((path) => readFileSync(join(PROJECT, 'web/src', path), 'utf8'));
  const found = (pattern: RegExp): string[] =>
    sheets.flatMap((css) => [...css.matchAll(pattern)].map(([, value = '']) => value));
  const type = new Set(found(/^ {2}(--size-[a-z]+):/gm));

  it('has six of type, and no other is used', () => {
    expect(type.size).toBe(6);
    // Of the text around it; of the coin; and a quantity of ten digits on a phone.
    const relative = /^(?:inherit|0\.875em|calc\(var\(--coin, 32px\) \* 0\.45\)|min\(var\((--size-[a-z]+)\), 11vw\))$/;
    const used = found(/\bfont-size: ([^;]+)/g).map((value) => value.replace(relative, '$1'));
    const names = used.flatMap(
      (value) => /^(?:var\()?(--size-[a-z]+)\)?$/.exec(value)?.[1] ?? (value === '' ? [] : value),
    );
    expect(new Set(names)).toEqual(type);
  });

  it('has weights that system fonts have', () => {
    const weights = found(/\bfont(?:-weight)?: (\d+)/g);
    expect([...new Set(weights)].sort()).toEqual(['400', '500', '600', '700']);
  });

  it('has steps of 4 px, but for what centres a sign on its line', () => {
    const gaps = found(/\b(?:gap|padding[a-z-]*): ([^;]+)/g);
    const margins = found(/\bmargin[a-z-]*: ([^;]+)/g).map((value) => value.replaceAll(/(?<!\d)[12]px/g, '0'));
    const steps = [...gaps, ...margins].flatMap((value) => value.match(/[\d.]+(?=px)/g) ?? []);
    expect(steps.length).toBeGreaterThan(80);
    expect(steps.filter((step) => Number(step) % 4 !== 0)).toEqual([]);
  });

  it('changes layouts at three widths', () => {
    const widths = found(/\(width [<>=]+ ([^)]+)\)/g);
    expect([...new Set(widths)].sort()).toEqual(['360px', '600px', '860px']);
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
