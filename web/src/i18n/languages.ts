/** Languages that the pages speak, each by its own name, in the order in which they are offered. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  es: { name: 'Español', dir: 'ltr' },
  pt: { name: 'Português', dir: 'ltr' },
  'zh-CN': { name: '简体中文', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(text: string | null | undefined): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text);
}

/**
 * The language to speak, given what a visitor wants, best first: the very one, else one that shares its first part (`pt-BR`
 * is spoken to in `pt`), else English. Traditional Chinese is not among them, and whoever reads it reads simplified too.
 */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (isLanguage(tag)) return tag;
    const [first] = tag.toLowerCase().split('-');
    const near = Object.keys(LANGUAGES).find((language) => language.split('-')[0] === first);
    if (isLanguage(near)) return near;
  }
  return 'en';
}

/**
 * The tag by which numbers and dates are written: the visitor's own where it is of the same language (`pt-BR`, `en-GB`).
 */
export function formatTag(language: Language, wanted: readonly string[]): string {
  const own = wanted.find((tag) => tag.split('-')[0]?.toLowerCase() === language.split('-')[0]);
  return own ?? language;
}
