import { useI18n } from '../../i18n/i18n.js';
import type { CheckoutModel } from '../use-checkout.js';
import type { FormPart } from './form-part.js';

/** The quantity that the visitor gets. `alone`: without its unit, which is visible beside it. */
export function Quantity({ model, alone }: FormPart & { readonly alone?: boolean }) {
  const { format } = useI18n();
  const { quote } = model;
  if (quote?.cryptoQuantity == null) return <Unknown model={model} />;
  const whole = format.crypto(quote.cryptoQuantity, quote.crypto);
  if (!alone) return <span class="amount">{whole}</span>;
  return (
    <>
      <span class="amount" aria-hidden="true">
        {format.quantity(quote.cryptoQuantity)}
      </span>
      <span class="unseen">{whole}</span>
    </>
  );
}

/** In place of a value that comes with the price. */
export function Unknown({ model }: FormPart) {
  return awaitsPrices(model) ? <span class="skeleton skeleton--value" /> : <span class="soft">—</span>;
}

/** Prices are on their way, or about to be requested. */
function awaitsPrices({ quotes, cryptos, amount, pair, entry }: CheckoutModel): boolean {
  if (quotes.isAsking || cryptos.kind === 'loading') return true;
  const isReady = amount.kind === 'ok' && pair !== undefined && entry.country !== '';
  return isReady && quotes.prices === null && quotes.failure === null;
}
