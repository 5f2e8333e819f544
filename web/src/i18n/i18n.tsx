import { createContext } from 'preact';
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { remember, remembered } from '../net/storage.js';
import { Formats } from './formats.js';
import { bestLanguage, formatTag, isLanguage, LANGUAGES } from './languages.js';
import type { Language } from './languages.js';
import { fill, loadMessages } from './messages.js';
import type { Chapter, MessageKey, Messages } from './messages.js';

export interface I18n {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
  readonly t: (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;
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
export function initialLanguage(): Language {
  const requested = new URLSearchParams(location.search).get('lang');
  const chosen = remembered(STORED);
  if (isLanguage(requested)) return requested;
  return isLanguage(chosen) ? chosen : bestLanguage(navigator.languages);
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
    return {
      language,
      setLanguage: (next) => {
        remember(STORED, next);
        // If the file can't be loaded, the language stays.
        void loadMessages(next, chapters).then(
          (loaded) => setSpoken({ language: next, messages: loaded }),
          () => undefined,
        );
      },
      t: (key, values = {}) => fill(messages[key] ?? key, values),
      format: new Formats(tag),
      tag,
    };
  }, [language, messages, chapters]);
  return <Context.Provider value={i18n}>{children}</Context.Provider>;
}
