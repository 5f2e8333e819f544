import '../styles.js';
import './console.css';
import { render } from 'preact';
import { firstTexts, I18nProvider } from '../i18n/i18n.js';
import { Console } from './console.js';

const CHAPTERS = ['common', 'console'] as const;

const first = await firstTexts(CHAPTERS);
const root = document.getElementById('page');
if (root === null) throw new Error('the document has no place for the page');
root.replaceChildren();
render(
  <I18nProvider first={first} chapters={CHAPTERS}>
    <Console />
  </I18nProvider>,
  root,
);
