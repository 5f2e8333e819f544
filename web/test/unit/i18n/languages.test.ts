import { describe, expect, it } from 'vitest';
import { bestLanguage, formatTag, isLanguage } from '#web/src/i18n/languages.js';
import { fill } from '#web/src/i18n/messages.js';

describe('language of a visitor', () => {
  it.each([
    [['en-GB'], 'en'],
    [['pt-BR', 'en'], 'pt'],
    [['zh-TW'], 'zh-CN'],
    [['zh'], 'zh-CN'],
    [['ar-EG'], 'ar'],
    [['fr-FR', 'es-MX', 'en'], 'es'],
    [['ES'], 'es'],
    [['fr', 'de'], 'en'],
    [[], 'en'],
    [['toString', '__proto__'], 'en'],
  ])('for %j is %s', (wanted, language) => {
    expect(bestLanguage(wanted)).toBe(language);
  });

  it.each(['', 'EN', 'toString', '__proto__', 'constructor', null, undefined])('is not %j', (text) => {
    expect(isLanguage(text)).toBe(false);
  });

  it.each([
    ['en', ['de-DE', 'en-GB'], 'en-GB'],
    ['pt', ['pt-BR'], 'pt-BR'],
    ['es', ['en-US'], 'es'],
    ['zh-CN', ['zh-TW'], 'zh-TW'],
  ] as const)('%s for %j writes amounts as %s', (language, wanted, tag) => {
    expect(formatTag(language, wanted)).toBe(tag);
  });
});

describe('text with placeholders', () => {
  it('is filled once: values are not filled again', () => {
    expect(fill('{a} and {b} and {a}', { a: '{b}', b: '$&' })).toBe('{b} and $& and {b}');
  });

  it('keeps a placeholder without a value visible', () => {
    expect(fill('{a} {c}', { a: 0 })).toBe('0 {c}');
  });
});
