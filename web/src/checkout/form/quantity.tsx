import { useI18n } from '../../i18n/i18n.js';
import { Amount } from '../../ui/amount.js';
import { evenDecimals } from '../../prices/rules/estimates.js';
import type { CheckoutModel } from '../use-checkout.js';
import type { FormPart } from './form-part.js';

/**
 * The quantity that the visitor gets, with as many decimals as the list of methods. `alone`: without its unit, which
 * is visible beside it.
 */
export function Quantity({ model, alone }: FormPart & { readonly alone?: boolean }) {
  const { format } = useI18n();
  const { quotes, shownQuote: quote } = model;
  if (quote?.cryptoQuantity == null) return <Unknown model={model} />;
  const { cryptoQuantity: value, crypto: unit } = quote;
  const listed = (quotes.prices ?? quotes.past?.prices)?.items.map(({ cryptoQuantity }) => cryptoQuantity);
  const decimals = evenDecimals(listed ?? []);
  if (!alone) return <Amount of="crypto" value={value} unit={unit} decimals={decimals} />;
  const [number] = format.cryptoParts(value, unit, decimals);
  return (
    <>
      <span class="amount" aria-hidden="true">
        <bdi>{number}</bdi>
      </span>
      <span class="unseen">{format.crypto(value, unit, decimals)}</span>
    </>
  );
}

/** In place of a value that comes with the price. */
export function Unknown({ model }: FormPart) {
  return awaitsPrices(model) ? <span class="skeleton skeleton--value" /> : <span class="soft">—</span>;
}

/** Prices are on their way, or about to be requested. */
export function awaitsPrices({ quotes, cryptos, amount, pair, entry }: CheckoutModel): boolean {
  if (quotes.isAsking || cryptos.kind === 'loading') return true;
  const isReady = amount.kind === 'ok' && pair !== undefined && entry.country !== '';
  return isReady && quotes.prices === null && quotes.failure === null;
}
