import './styles/tokens.css';
import './styles/base.css';
import './styles/kit.css';
import './styles/forced-colors.css';
import { render } from 'preact';
import type { ComponentType } from 'preact';
import { I18nProvider, initialLanguage } from './i18n/i18n.js';
import { LANGUAGES } from './i18n/languages.js';
import { loadMessages } from './i18n/messages.js';
import type { Chapter } from './i18n/messages.js';
import { Shell } from './ui/shell.js';

/** Loads the texts of the visitor's language, or English, then renders the page. */
export async function boot(own: readonly Exclude<Chapter, 'common'>[], Page: ComponentType): Promise<void> {
  const chapters: readonly Chapter[] = ['common', ...own];
  const language = initialLanguage();
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGES[language].dir;
  const messages = await loadMessages(language, chapters);
  const root = document.getElementById('page');
  if (root === null) throw new Error('the document has no place for the page');
  render(
    <I18nProvider first={{ language, messages }} chapters={chapters}>
      <Shell>
        <Page />
      </Shell>
    </I18nProvider>,
    root,
  );
}
