import './styles.js';
import { render } from 'preact';
import type { ComponentType } from 'preact';
import { firstTexts, I18nProvider } from './i18n/i18n.js';
import type { Chapter } from './i18n/messages.js';
import { Shell } from './ui/shell.js';

/** The newest functions that the pages use. */
const isNewEnough = 'at' in Array.prototype && 'hasOwn' in Object && 'HTMLDialogElement' in globalThis;

/**
 * Loads the texts of the visitor's language, or English, then renders the page. An older browser keeps the document,
 * which says what it needs.
 */
export async function boot(own: readonly Exclude<Chapter, 'common'>[], Page: ComponentType): Promise<void> {
  if (!isNewEnough) {
    document.documentElement.classList.add('too-old');
    return;
  }
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
