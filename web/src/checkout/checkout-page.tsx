import './checkout.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Checkout } from '#client/src/index.js';
import { facts } from '../page-facts.js';
import { useI18n } from '../i18n/i18n.js';
import { Banner } from '../ui/banner.js';
import { useTitle } from '../ui/use-title.js';
import { AnotherOrder } from './another-order.js';
import { Challenge } from './challenge/challenge.js';
import { CheckoutForm } from './form/checkout-form.js';
import { isEmbedded } from './embed/embedder.js';
import { Closed, linkRefusal, LinkRefused } from './notice.js';
import { keptAttempt } from './memory.js';
import { orderAddress } from './order-address.js';
import { Progress } from './progress.js';
import { madeByLink, signedLink } from './shop-terms.js';
import { UnpaidOrders } from './unpaid-orders.js';
import { useCheckout } from './use-checkout.js';
import type { PurchaseState } from './use-purchase.js';

interface Props {
  /** Shows the order instead of leaving for its payment. */
  readonly onOrder?: (order: Checkout) => void;
}

export function CheckoutPage({ onOrder }: Props) {
  const { t } = useI18n();
  useTitle(t('checkout.tab'));
  const [made] = useState(madeBefore);
  if (facts.visitors === 'closed') return <Closed />;
  const refusal = linkRefusal();
  if (refusal !== null) return <LinkRefused why={refusal} />;
  return made === null ? <Buying onOrder={onOrder} /> : <MadeBefore number={made} />;
}

/** A press that has no answer yet goes on instead. An embedded page shows the order after a press, which repeats the purchase. */
function madeBefore(): string | null {
  return !isEmbedded && keptAttempt() === null ? madeByLink() : null;
}

/** The link's order was made in this browser: opens it. */
function MadeBefore({ number }: { readonly number: string }) {
  const { t } = useI18n();
  const orderPage = orderAddress(number);
  useEffect(() => location.replace(orderPage), []);
  return (
    <section class="card notice stack">
      <h1>{t('link.used')}</h1>
      <p>
        <a href={orderPage}>{t('progress.toOrder')}</a>
      </p>
    </section>
  );
}

function Buying({ onOrder }: { readonly onOrder: Props['onOrder'] }) {
  const { t } = useI18n();
  const model = useCheckout(onOrder);
  const { state } = model.purchase;
  useFocusOnReturn(state);
  if (model.isClosed) return <Closed />;
  if (state.kind === 'challenge') return <Challenge isAgain={state.isAgain} purchase={model.purchase} />;
  if (state.kind !== 'editing') return <Progress state={state} purchase={model.purchase} />;
  return (
    <div class="stack">
      <div>
        <h1>{t('checkout.title')}</h1>
        <p class="soft">{signedLink === null ? t('checkout.lead') : t('link.set', { brand: facts.brand.name })}</p>
      </div>
      {!model.isOnline && (
        <Banner tone="warn" sign="offline" title={t('offline.title')}>
          {t('offline.text')}
        </Banner>
      )}
      <UnpaidOrders unpaid={model.unpaid} />
      {model.hasOddLink && <Banner tone="warn">{t('link.odd')}</Banner>}
      <CheckoutForm model={model} />
      <AnotherOrder {...model.another} />
    </div>
  );
}

/** Back at the form, the focus returns to the button. A refusal has its own place. */
function useFocusOnReturn(state: PurchaseState): void {
  const isEditing = state.kind === 'editing';
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    const isBack = isEditing && !wasEditing.current && state.problem === null;
    if (isBack) document.querySelector<HTMLElement>('form [type="submit"]')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
}
