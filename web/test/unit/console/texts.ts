import { Formats } from '#web/src/i18n/formats.js';
import { isolated } from '#web/src/i18n/isolated.js';
import { fill } from '#web/src/i18n/messages.js';
import type { Texts } from '#web/src/console/parts/words.js';
import { allTexts } from '../i18n/locale-files.js';

/** The console's texts in a language, as its pages have them. */
export function textsIn(language: 'en' | 'ar'): Texts & { readonly language: 'en' | 'ar' } {
  const messages = allTexts(language) as Readonly<Record<string, string>>;
  return {
    language,
    format: new Formats(language),
    t: (key, values = {}) => fill(messages[key] ?? key, language === 'ar' ? isolated(values) : values),
  };
}
