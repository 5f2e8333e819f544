import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { remember, remembered } from '../net/storage.js';
import { Formats } from './formats.js';
import { isolated } from './isolated.js';
import { bestLanguage, formatTag, LANGUAGES } from './languages.js';
import type { Language } from './languages.js';
import { fill, languagesOf, loadMessages } from './messages.js';
import type { Chapter, Messages, Translate } from './messages.js';

export interface I18n {
  readonly language: Language;
  /** Languages of this page. */
  readonly languages: readonly Language[];
  readonly setLanguage: (language: Language) => void;
  readonly t: Translate;
  readonly format: Formats;
  /** BCP 47 tag for amounts and dates. */
  readonly tag: string;
}

const Context = createContext<I18n | null>(null);

export function useI18n(): I18n {
  const i18n = useContext(Context);
  if (i18n === null) throw new Error('there is no language here');
  return i18n;
}

const STORED = 'language';

/** From `?lang=`, else the last choice, else the browser. */
function initialLanguage(offered: readonly Language[]): Language {
  const wishes = [new URLSearchParams(location.search).get('lang'), remembered(STORED)];
  const chosen = wishes.map((wish) => offered.find((language) => language === wish));
  return chosen.find((language) => language !== undefined) ?? bestLanguage(navigator.languages, offered);
}

/** Loads the texts of the visitor's language, or English. */
export async function firstTexts(chapters: readonly Chapter[]): Promise<Props['first']> {
  const language = initialLanguage(languagesOf(chapters));
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGES[language].dir;
  return { language, messages: await loadMessages(language, chapters) };
}

interface Props {
  readonly first: { readonly language: Language; readonly messages: Messages };
  readonly chapters: readonly Chapter[];
  readonly children: ComponentChildren;
}

/** Provides texts in one language, and switches once another is loaded. */
export function I18nProvider({ first, chapters, children }: Props) {
  const [spoken, setSpoken] = useState(first);
  const { language, messages } = spoken;

  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = LANGUAGES[language].dir;
  }, [language]);

  const i18n = useMemo<I18n>(() => {
    const tag = formatTag(language, navigator.languages);
    const isRtl = LANGUAGES[language].dir === 'rtl';
    return {
      language,
      languages: languagesOf(chapters),
      setLanguage: (next) => {
        remember(STORED, next);
        // If the file can't be loaded, the language stays.
        void loadMessages(next, chapters).then(
          (loaded) => setSpoken({ language: next, messages: loaded }),
          () => undefined,
        );
      },
      t: (key, values = {}) => fill(messages[key] ?? key, isRtl ? isolated(values) : values),
      format: new Formats(tag),
      tag,
    };
  }, [language, messages, chapters]);
  return <Context.Provider value={i18n}>{children}</Context.Provider>;
}
