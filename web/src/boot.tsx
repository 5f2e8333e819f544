import './styles.js';
import { render } from 'preact';
import type { ComponentType } from 'preact';
import { firstTexts, I18nProvider } from './i18n/i18n.js';
import type { Chapter } from './i18n/messages.js';
import { Shell } from './ui/shell.js';

/** Loads the texts of the visitor's language, or English, then renders the page. */
export async function boot(own: readonly Exclude<Chapter, 'common'>[], Page: ComponentType): Promise<void> {
  const chapters: readonly Chapter[] = ['common', ...own];
  const first = await firstTexts(chapters);
  const root = document.getElementById('page');
  if (root === null) throw new Error('the document has no place for the page');
  render(
    <I18nProvider first={first} chapters={chapters}>
      <Shell>
        <Page />
      </Shell>
    </I18nProvider>,
    root,
  );
}
