import './styles/tokens.css';
import './styles/base.css';
import './styles/kit.css';
import { render } from 'preact';
import type { ComponentType } from 'preact';
import { I18nProvider, initialLanguage } from './i18n/i18n.js';
import { LANGUAGES } from './i18n/languages.js';
import { loadMessages } from './i18n/messages.js';
import type { Chapter } from './i18n/messages.js';
import { Shell } from './ui/shell.js';

/** Shows a page, once its texts are there: in the visitor's language, else in English. */
export async function boot(chapter: Exclude<Chapter, 'common'>, Page: ComponentType): Promise<void> {
  const chapters: readonly Chapter[] = ['common', chapter];
  const wanted = initialLanguage();
  document.documentElement.lang = wanted;
  document.documentElement.dir = LANGUAGES[wanted].dir;
  const messages = await loadMessages(wanted, chapters);
  const root = document.getElementById('page');
  if (root === null) throw new Error('the document has no place for the page');
  render(
    <I18nProvider first={{ language: wanted, messages }} chapters={chapters}>
      <Shell>
        <Page />
      </Shell>
    </I18nProvider>,
    root,
  );
}
