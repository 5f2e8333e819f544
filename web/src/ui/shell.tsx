import type { ComponentChildren } from 'preact';
import { useI18n } from '../i18n/i18n.js';
import { isLanguage, LANGUAGES } from '../i18n/languages.js';
import { facts } from '../page-facts.js';
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
        <LanguageMenu />
      </footer>
    </div>
  );
}

function Brand() {
  const { name, logoUrl } = facts.brand;
  if (logoUrl !== null) return <img class="brand__logo" src={logoUrl} alt={name} />;
  return (
    <p class="brand">
      <span class="brand__letter" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span>{name}</span>
    </p>
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
