import { useI18n } from '../i18n/i18n.js';
import { facts } from '../page-facts.js';
import { Sign } from '../ui/signs.js';

/** Visitors have to come by the merchant's own pages, which say who they are. */
export function Closed() {
  const { t } = useI18n();
  return (
    <section class="card notice stack">
      <Sign name="lock" class="notice__sign" />
      <h1>{t('closed.title')}</h1>
      <p class="soft">{t('closed.text', { brand: facts.brand.name })}</p>
    </section>
  );
}
