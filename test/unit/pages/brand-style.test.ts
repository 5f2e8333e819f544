import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandStyle } from '#src/pages/brand-style.js';
import { themed, tokensOf } from './tokens.js';
import type { Theme } from './tokens.js';
import { AA_TEXT, wcagContrast } from './wcag.js';

const THEMES: readonly Theme[] = ['light', 'dark'];
const GROUNDS = ['ground', 'surface', 'raised', 'info-ground'];
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
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is unchanged if it is readable', () => {
    fc.assert(
      fc.property(color, (given) => {
        const ground = themed(brandStyle(given), 'light').get('brand');
        fc.pre(wcagContrast(given, '#ffffff') >= AA_TEXT);
        expect(ground).toBe(given);
      }),
    );
    const blue = themed(brandStyle('#1d3f8f'), 'light');
    expect(Object.fromEntries(blue)).toEqual({ brand: '#1d3f8f', 'on-brand': '#ffffff', 'brand-text': '#1d3f8f' });
  });

  it('is written as plain colours only', () => {
    fc.assert(
      fc.property(color, (given) => {
        const values = [...brandStyle(given).matchAll(/--[a-z-]+:([^;}]*)/g)].map(([, value]) => value);
        expect(values).toHaveLength(6);
        for (const value of values) expect(value).toMatch(/^#[0-9a-f]{6}$/);
      }),
    );
  });
});
