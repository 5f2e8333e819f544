import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { Banner } from '../../ui/banner.js';
import { classes } from '../../ui/button.js';
import { problemText } from '../../ui/problem-text.js';
import { TryAgain } from '../../ui/try-again.js';
import { isAboutFiat } from '../rules/problem-place.js';
import { isAllSet, setByShop } from '../shop-terms.js';
import type { CheckoutModel } from '../use-checkout.js';
import { AmountField } from './amount-field.js';
import { CoinField } from './coin-field.js';
import { CountryField } from './country-field.js';
import { DestinationFields } from './destination-fields.js';
import type { FormPart } from './form-part.js';
import { Methods } from './methods.js';
import { DestinationSetByShop, PurchaseSetByShop } from './set-by-shop.js';
import { Summary } from './summary.js';

export function CheckoutForm({ model }: FormPart) {
  const form = useRef<HTMLFormElement>(null);
  useFocusOnWrong(form, model.wrong);
  useFocusAfterRefusal(form, model.place);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    model.press();
  };
  return (
    <form class={classes('checkout', isAllSet && 'checkout--set')} noValidate ref={form} onSubmit={submit}>
      {isAllSet ? <CoinsFailed model={model} /> : <Fields model={model} />}
      <Summary model={model} />
    </form>
  );
}

function Fields({ model }: FormPart) {
  const { t } = useI18n();
  return (
    <div class="stack">
      <section class="card stack">
        <PurchaseSetByShop />
        {!setByShop.amount && <AmountField model={model} />}
        <CoinField model={model} />
        <CoinsFailed model={model} />
        {!setByShop.country && <CountryField model={model} />}
      </section>
      <Methods model={model} />
      <section class="card stack">
        <h2>{t('wallet.title')}</h2>
        {setByShop.address ? <DestinationSetByShop model={model} /> : <DestinationFields model={model} />}
      </section>
    </div>
  );
}

/** Why there is no list of coins. The currency stays editable, since it may be the cause. */
function CoinsFailed({ model }: FormPart) {
  const i18n = useI18n();
  const { t } = i18n;
  if (model.cryptos.kind !== 'failed') return null;
  const { error } = model.cryptos;
  return (
    <Banner tone="bad" urgent title={t('coin.failed')}>
      <p>{isAboutFiat(error) ? t('coin.empty', { currency: model.entry.fiat }) : problemText(error, i18n)}</p>
      <TryAgain onPress={model.reloadCryptos} />
    </Banner>
  );
}

/** After each press, focuses the first wrong field, found by `data-field`. */
function useFocusOnWrong(form: RefObject<HTMLFormElement | null>, wrong: CheckoutModel['wrong']): void {
  useEffect(() => {
    if (wrong === null) return;
    const place = form.current?.querySelector(`[data-field="${wrong.field}"]`);
    const target = place?.matches('input, textarea, select, button') ? place : place?.querySelector('input, button');
    (target instanceof HTMLElement ? target : place instanceof HTMLElement ? place : null)?.focus();
  }, [wrong]);
}

/** A refusal without a field focuses the button, which shows it. */
function useFocusAfterRefusal(form: RefObject<HTMLFormElement | null>, place: CheckoutModel['place']): void {
  useEffect(() => {
    if (place?.field !== 'page' && place?.field !== 'price') return;
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, []);
}
