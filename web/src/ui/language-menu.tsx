import { useI18n } from '../i18n/i18n.js';
import { isLanguage, LANGUAGES } from '../i18n/languages.js';
import { Sign } from './signs.js';

export function LanguageMenu() {
  const { language, languages, setLanguage, t } = useI18n();
  const choose = (tag: string): void => {
    if (isLanguage(tag)) setLanguage(tag);
  };
  return (
    <label class="language">
      <Sign name="globe" />
      <span class="unseen">{t('foot.language')}</span>
      <select class="input input--small" value={language} onChange={(event) => choose(event.currentTarget.value)}>
        {languages.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {LANGUAGES[tag].name}
          </option>
        ))}
      </select>
    </label>
  );
}
