import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#web/src/i18n/languages.js';
import { allTexts, filesOf, fileText, languageFolders, sourceText, textsOf } from './locale-files.js';
import { SAME_AS_ENGLISH } from './same-as-english.js';
import { isMentioned, mentionsIn } from './used-keys.js';

const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== 'en');
const FILES = filesOf('en');
const PAIRS = OTHERS.flatMap((language) => FILES.map((file) => [language, file] as const));
const ENGLISH = allTexts('en');

const keysOf = (language: string, file: string): string[] => Object.keys(textsOf(language, file)).sort();
const placeholdersOf = (text: unknown): string[] =>
  [...new Set([...String(text).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort();
/** The translatable part of a text. */
const wordsOf = (text: unknown): string => String(text).replaceAll(/\{\w+\}/g, '');
const hasWords = (text: unknown): boolean => /\p{L}/u.test(wordsOf(text));

const keysWhere = (language: string, wrong: (text: unknown, key: string) => boolean): string[] =>
  Object.entries(allTexts(language))
    .filter(([key, text]) => wrong(text, key))
    .map(([key]) => key);

describe('texts of the pages', () => {
  it('exist in every offered language, and in no other', () => {
    expect(languageFolders()).toEqual(Object.keys(LANGUAGES).sort());
  });

  it.each(PAIRS)('%s/%s has exactly the keys of English', (language, file) => {
    expect(filesOf(language)).toEqual(FILES);
    expect(keysOf(language, file)).toEqual(keysOf('en', file));
  });

  it.each(Object.keys(LANGUAGES))('%s has no empty texts', (language) => {
    const isEmpty = (text: unknown): boolean => typeof text !== 'string' || text.trim() === '' || text.trim() !== text;
    expect(keysWhere(language, isEmpty)).toEqual([]);
  });

  it.each(Object.keys(LANGUAGES))('%s has each key once', (language) => {
    const written = FILES.flatMap((file) =>
      [...fileText(language, file).matchAll(/^\s*"([^"]+)":/gm)].map(([, key = '']) => key),
    );
    expect(written.filter((key, at) => written.indexOf(key) !== at)).toEqual([]);
    expect(written.sort()).toEqual(Object.keys(allTexts(language)).sort());
  });

  it.each(Object.keys(LANGUAGES))('%s has the placeholders of English, well-formed', (language) => {
    const differs = (text: unknown, key: string): boolean =>
      placeholdersOf(text).join() !== placeholdersOf(ENGLISH[key]).join();
    expect(keysWhere(language, differs)).toEqual([]);
    expect(keysWhere(language, (text) => /[{}]/.test(wordsOf(text)))).toEqual([]);
  });

  it.each(OTHERS)('%s differs from English except for the listed texts', (language) => {
    const listed = SAME_AS_ENGLISH[language] ?? [];
    const same = keysWhere(language, (text, key) => hasWords(text) && text === ENGLISH[key]);
    expect(same.sort()).toEqual([...listed].sort());
    expect(listed.length, 'a short list').toBeLessThanOrEqual(12);
  });

  it.each([
    ['ar', /\p{Script=Arabic}/u],
    ['zh-CN', /\p{Script=Han}/u],
  ] as const)('%s is written in its own script', (language, script) => {
    expect(keysWhere(language, (text) => hasWords(text) && !script.test(String(text)))).toEqual([]);
  });

  it('all keys are used, and no used key is missing', () => {
    const mentions = mentionsIn(sourceText());
    expect(Object.keys(ENGLISH).filter((key) => !isMentioned(mentions, key))).toEqual([]);
    expect([...mentions.asked].filter((key) => !Object.hasOwn(ENGLISH, key))).toEqual([]);
    const chapters = new Set(Object.keys(ENGLISH).map((key) => key.split('.')[0]));
    const meant = [...mentions.literals].filter((text) => chapters.has(text.split('.')[0]));
    expect(meant.filter((key) => !Object.hasOwn(ENGLISH, key))).toEqual([]);
  });
});
