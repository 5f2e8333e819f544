import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../../test/support/programs.js';

const LOCALES = join(PROJECT, 'web/locales');
const SOURCES = join(PROJECT, 'web/src');

export type Texts = Readonly<Record<string, unknown>>;

export const languageFolders = (): string[] => readdirSync(LOCALES).sort();

/** File names without their extension. */
export const filesOf = (language: string): string[] =>
  readdirSync(join(LOCALES, language))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();

export const fileText = (language: string, file: string): string =>
  readFileSync(join(LOCALES, language, `${file}.json`), 'utf8');

export const textsOf = (language: string, file: string): Texts => JSON.parse(fileText(language, file)) as Texts;

export const allTexts = (language: string): Texts =>
  Object.assign({}, ...filesOf(language).map((file) => textsOf(language, file))) as Texts;

export function sourceText(): string {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
    .join('\n');
}
