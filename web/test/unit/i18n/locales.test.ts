import { describe, expect, it } from 'vitest';
import { LANGUAGES, bestLanguage, isLanguage } from '#web/src/i18n/languages.js';
import { isolated } from '#web/src/i18n/isolated.js';
import { fill, LANGUAGES_OF, languagesOf } from '#web/src/i18n/messages.js';
import type { Chapter } from '#web/src/i18n/messages.js';
import { allTexts, filesOf, fileText, languageFolders, sourceText, textsOf } from './locale-files.js';

const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== 'en');
const CHAPTERS = Object.keys(LANGUAGES_OF) as Chapter[];
const chaptersOf = (language: string): Chapter[] =>
  CHAPTERS.filter((chapter) => LANGUAGES_OF[chapter].some((one) => one === language)).sort();
const PAIRS = OTHERS.flatMap((language) => chaptersOf(language).map((chapter) => [language, chapter] as const));
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
    for (const language of languageFolders()) expect(filesOf(language), language).toEqual(chaptersOf(language));
  });

  it.each(PAIRS)('%s/%s has exactly the keys of English', (language, file) => {
    expect(keysOf(language, file)).toEqual(keysOf('en', file));
  });

  it.each(Object.keys(LANGUAGES))('%s has no empty texts', (language) => {
    const isEmpty = (text: unknown): boolean => typeof text !== 'string' || text.trim() === '' || text.trim() !== text;
    expect(keysWhere(language, isEmpty)).toEqual([]);
  });

  it.each(Object.keys(LANGUAGES))('%s has each key once', (language) => {
    const written = chaptersOf(language).flatMap((file) =>
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

const ALL = languagesOf(['common']);

describe('language of a visitor', () => {
  it.each([
    [['en-GB'], 'en'],
    [['pt-BR', 'en'], 'pt'],
    [['zh-TW'], 'zh-CN'],
    [['zh'], 'zh-CN'],
    [['ar-EG'], 'ar'],
    [['it-IT', 'es-MX', 'en'], 'es'],
    [['fr-CA'], 'fr'],
    [['de-AT', 'en'], 'de'],
    [['ES'], 'es'],
    [['it', 'ja'], 'en'],
    [[], 'en'],
    [['toString', '__proto__'], 'en'],
  ])('for %j is %s', (wanted, language) => {
    expect(bestLanguage(wanted, ALL)).toBe(language);
  });

  it.each([
    [['ar-EG', 'en'], 'ar'],
    [['de', 'ar'], 'ar'],
    [['de-AT'], 'en'],
  ])('for %j is %s where a page has English and Arabic', (wanted, language) => {
    expect(bestLanguage(wanted, languagesOf(['common', 'console']))).toBe(language);
  });

  it.each(['', 'EN', 'toString', '__proto__', 'constructor', null, undefined])('is not %j', (text) => {
    expect(isLanguage(text)).toBe(false);
  });
});

describe('text with placeholders', () => {
  it('is filled once: values are not filled again', () => {
    expect(fill('{a} and {b} and {a}', { a: '{b}', b: '$&' })).toBe('{b} and $& and {b}');
  });
});

describe('values in a text from right to left', () => {
  it('keep their direction, and a composed one has that of the text', () => {
    const status = fill('{from} ← {to}', isolated({ from: 'قيد الإرسال', to: 'PAID' }));
    expect(status).toBe('\u2068قيد الإرسال\u2069 ← \u2068PAID\u2069');
    expect(fill('{trade}: {what}', isolated({ trade: 'A-1', what: status }))).toBe(
      `\u2068A-1\u2069: \u2067${status}\u2069`,
    );
  });
});

describe('keys in code', () => {
  it('are found in every form', () => {
    const code =
      "t('a.one'); const key = flag ? 'a.two' : \"a.three\"; t(`a.kind.${kind}`); t(`a.${x}.end`, { n }); x === '' ? '' : t('a.last')";
    const mentions = mentionsIn(code);
    for (const key of ['a.one', 'a.two', 'a.three', 'a.kind.x', 'a.PAID.end', 'a.last'])
      expect(isMentioned(mentions, key), key).toBe(true);
    for (const key of ['a.four', 'b.one', 'a.kindx', 'a.PAID.ends'])
      expect(isMentioned(mentions, key), key).toBe(false);
    expect([...mentions.asked]).toEqual(['a.one', 'a.last']);
  });
});

/**
 * Texts that are rightly equal to English, by language. Look at a text before you add it: an equal text is otherwise
 * an untranslated one.
 */
const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  es: ['order.detail.memo'],
  pt: ['order.detail.memo'],
  fr: ['order.detail.transaction'],
  de: ['order.detail.memo', 'order.details'],
  'zh-CN': [],
  ar: [],
};

interface Mentions {
  /** Whole keys in any quotes. */
  readonly literals: ReadonlySet<string>;
  /** Patterns of composed keys. */
  readonly patterns: readonly RegExp[];
  /** Arguments of `t`. */
  readonly asked: ReadonlySet<string>;
}

const KEY = /^[a-z][\w-]*(\.[\w-]+)+$/i;

/** Reads code as text, which is enough for keys because they are written in one form. */
function mentionsIn(code: string): Mentions {
  const literals = [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`$\n]*)`/g)]
    .map(([, a, b, c]) => a ?? b ?? c ?? '')
    .filter((text) => KEY.test(text));
  const templates = [...code.matchAll(/`([\w.-]+\.(?:[\w.-]*\$\{[^}`]*\}[\w.-]*)+)`/g)].map(([, text = '']) => text);
  const asked = [...code.matchAll(/\bt\(\s*['"`]([^'"`$\n]+)['"`]/g)].map(([, key = '']) => key);
  return { literals: new Set(literals), patterns: templates.map(patternOf), asked: new Set(asked) };
}

/** `order.status.${status}` matches every key with that beginning. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\-]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\w.-]+')}$`);
}

const isMentioned = ({ literals, patterns }: Mentions, key: string): boolean =>
  literals.has(key) || patterns.some((pattern) => pattern.test(key));
