import { useI18n } from '../../i18n/i18n.js';
import { useTitle } from '../../ui/use-title.js';
import { WaysOn } from '../../ui/ways-on.js';
import { Disc } from './disc.js';

/** Shown at a mistyped address. */
export function NoPage() {
  const { t } = useI18n();
  useTitle(t('order.no_page.title'));
  return (
    <section class="card order-alone stack">
      <Disc mood="check" sign="search" />
      <h1>{t('order.no_page.title')}</h1>
      <p class="soft">{t('order.no_page.text')}</p>
      <WaysOn buy={t('order.action.buy')} />
    </section>
  );
}
