import type { PageLanguage } from '#src/platform/terms/terms.js';

/** Languages of the pages by their own names, in the order of the menu. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  es: { name: 'Español', dir: 'ltr' },
  pt: { name: 'Português', dir: 'ltr' },
  fr: { name: 'Français', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  'zh-CN': { name: '简体中文', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const satisfies Readonly<Record<PageLanguage, { readonly name: string; readonly dir: 'ltr' | 'rtl' }>>;

export type Language = PageLanguage;

export function isLanguage(text: string | null | undefined): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text);
}

/**
 * The best language for a visitor's list: an exact match, else the same primary language (`pt` for `pt-BR`), else
 * English. Traditional Chinese is missing; its readers get simplified Chinese.
 */
export function bestLanguage(preferred: readonly string[], offered: readonly Language[]): Language {
  for (const tag of preferred) {
    const [first] = tag.toLowerCase().split('-');
    const exact = offered.find((language) => language === tag);
    const near = exact ?? offered.find((language) => language.split('-')[0] === first);
    if (near !== undefined) return near;
  }
  return 'en';
}

/** Tag for numbers and dates: the visitor's regional one if its language matches (`pt-BR`, `en-GB`). */
export function formatTag(language: Language, preferred: readonly string[]): string {
  const own = preferred.find((tag) => tag.split('-')[0]?.toLowerCase() === language.split('-')[0]);
  return own ?? language;
}
