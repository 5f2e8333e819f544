import './shell.css';
import type { ComponentChildren } from 'preact';
import { useI18n } from '../i18n/i18n.js';
import { isLanguage, LANGUAGES } from '../i18n/languages.js';
import { Brand } from './brand.js';
import { helpAddress } from './help.js';
import { HelpLink } from './help-link.js';
import { Sign } from './signs.js';

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { t } = useI18n();
  return (
    <div class="shell">
      <header class="shell__head">
        <Brand />
      </header>
      <main class="shell__main" id="main">
        {children}
      </main>
      <footer class="shell__foot">
        <p class="row">
          <Sign name="lock" />
          <span>{t('foot.safe')}</span>
        </p>
        <HelpLinks />
        <LanguageMenu />
      </footer>
    </div>
  );
}

const TOPICS = ['support', 'terms', 'privacy', 'refunds'] as const;

function HelpLinks() {
  const { t, language } = useI18n();
  const topics = TOPICS.filter((topic) => helpAddress(topic, language) !== null);
  if (topics.length === 0) return null;
  return (
    <ul class="shell__links">
      {topics.map((topic) => (
        <li key={topic}>
          <HelpLink to={topic}>{t(`foot.${topic}`)}</HelpLink>
        </li>
      ))}
    </ul>
  );
}

function LanguageMenu() {
  const { language, setLanguage, t } = useI18n();
  const choose = (tag: string): void => {
    if (isLanguage(tag)) setLanguage(tag);
  };
  return (
    <label class="language">
      <Sign name="globe" />
      <span class="unseen">{t('foot.language')}</span>
      <select class="input input--small" value={language} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(LANGUAGES).map(([tag, { name }]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
