import { useI18n } from '../i18n/i18n.js';

export function CheckoutPage() {
  const { t } = useI18n();
  return <h1>{t('checkout.title')}</h1>;
}
