import './shell.css';
import type { ComponentChildren } from 'preact';
import { useI18n } from '../i18n/i18n.js';
import { Brand } from './brand.js';
import { helpAddress } from './help.js';
import { HelpLink } from './help-link.js';
import { LanguageMenu } from './language-menu.js';
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

const TOPICS = ['support', 'terms', 'privacy', 'refunds', 'imprint'] as const;

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
