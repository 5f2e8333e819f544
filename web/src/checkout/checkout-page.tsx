import './checkout.css';
import type { Checkout } from '#client/src/index.js';
import { facts } from '../page-facts.js';
import { useI18n } from '../i18n/i18n.js';
import { Banner } from '../ui/banner.js';
import { Challenge } from './challenge/challenge.js';
import { CheckoutForm } from './form/checkout-form.js';
import { Closed, linkRefusal, LinkRefused } from './notice.js';
import { Progress } from './progress.js';
import { signedLink } from './shop-terms.js';
import { UnpaidOrder } from './unpaid-order.js';
import { useCheckout } from './use-checkout.js';

interface Props {
  /** Shows the order instead of leaving for its payment. */
  readonly onOrder?: (order: Checkout) => void;
}

export function CheckoutPage({ onOrder }: Props) {
  if (facts.visitors === 'closed') return <Closed />;
  const refusal = linkRefusal();
  return refusal === null ? <Buying onOrder={onOrder} /> : <LinkRefused why={refusal} />;
}

function Buying({ onOrder }: { readonly onOrder: Props['onOrder'] }) {
  const { t } = useI18n();
  const model = useCheckout(onOrder);
  if (model.isClosed) return <Closed />;
  const { state } = model.purchase;
  if (state.kind === 'challenge') return <Challenge isAgain={state.isAgain} purchase={model.purchase} />;
  if (state.kind !== 'editing') return <Progress state={state} purchase={model.purchase} />;
  return (
    <div class="stack">
      <div>
        <h1>{t('checkout.title')}</h1>
        {signedLink === null && <p class="soft">{t('checkout.lead')}</p>}
      </div>
      {!model.isOnline && (
        <Banner tone="warn" sign="offline" title={t('offline.title')}>
          {t('offline.text')}
        </Banner>
      )}
      <UnpaidOrder />
      {signedLink !== null && (
        <Banner tone="info" sign="lock" title={t('link.set', { brand: facts.brand.name })}>
          {t('link.setText')}
        </Banner>
      )}
      {model.hasOddLink && <Banner tone="warn">{t('link.odd')}</Banner>}
      <CheckoutForm model={model} />
    </div>
  );
}
