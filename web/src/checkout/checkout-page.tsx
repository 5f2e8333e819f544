import './checkout.css';
import { facts } from '../page-facts.js';
import { useI18n } from '../i18n/i18n.js';
import { Banner } from '../ui/banner.js';
import { CheckoutForm } from './form/checkout-form.js';
import { Closed } from './closed.js';
import { Progress } from './progress.js';
import { UnpaidOrder } from './unpaid-order.js';
import { useCheckout } from './use-checkout.js';

/** From an amount to the pay page. */
export function CheckoutPage() {
  return facts.visitors === 'closed' ? <Closed /> : <Buying />;
}

function Buying() {
  const { t } = useI18n();
  const model = useCheckout();
  if (model.isClosed) return <Closed />;
  const { state } = model.purchase;
  if (state.kind !== 'editing') return <Progress state={state} purchase={model.purchase} />;
  return (
    <div class="stack">
      <div>
        <h1>{t('checkout.title')}</h1>
        <p class="soft">{t('checkout.lead')}</p>
      </div>
      {!model.isOnline && (
        <Banner tone="warn" sign="offline" title={t('offline.title')}>
          {t('offline.text')}
        </Banner>
      )}
      <UnpaidOrder />
      {model.hasOddLink && <Banner tone="warn">{t('link.odd')}</Banner>}
      <CheckoutForm model={model} />
    </div>
  );
}
