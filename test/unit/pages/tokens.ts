import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../support/programs.js';

export type Theme = 'light' | 'dark';
export type Colors = ReadonlyMap<string, string>;

export function tokensOf(theme: Theme): Colors {
  return themed(readFileSync(join(PROJECT, 'web/src/styles/tokens.css'), 'utf8'), theme);
}

/** The custom properties that hold colours, in a style sheet with one rule per theme. */
export function themed(css: string, theme: Theme): Colors {
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  const found = (theme === 'light' ? light : dark).matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})\b/g);
  return new Map([...found].map(([, name = '', color = '']) => [name, color]));
}
