import { useI18n } from '../i18n/i18n.js';

export function OrderPage() {
  const { t } = useI18n();
  return <h1>{t('order.title')}</h1>;
}
