import type { ComponentChildren } from 'preact';
import { useI18n } from '../../i18n/i18n.js';
import type { I18n } from '../../i18n/i18n.js';
import { FieldError } from '../../ui/field.js';
import { networkName } from '../../ui/network-name.js';
import { Text } from '../../ui/text.js';
import { methodName } from '../../prices/method-name.js';
import { isAllSet, setByShop, shopPair, shopTerms } from '../shop-terms.js';
import type { CheckoutModel } from '../use-checkout.js';
import { amountError } from './amount-field.js';
import { addressError, memoError } from './destination-fields.js';
import type { FormPart } from './form-part.js';
import { memoName } from './memo-name.js';

/** What stands in the way of the purchase and only the shop can change. A press focuses the first one. */
export function SetProblems({ model }: FormPart) {
  const i18n = useI18n();
  const problems = setProblems(model, i18n);
  return (
    <div role="status" class="stack stack--close">
      {problems.map(({ field, text }) => (
        <FieldError key={field} data-field={field} tabIndex={-1}>
          {text}
        </FieldError>
      ))}
      {problems.some(({ field }) => field !== 'method' || !isMethodPaused(model)) && (
        <p class="small">
          <Text of="link.ask" />
        </p>
      )}
    </div>
  );
}

type Field = keyof typeof setByShop;

export function setProblems(
  model: CheckoutModel,
  i18n: Pick<I18n, 't' | 'language' | 'format'>,
): readonly { readonly field: Field; readonly text: ComponentChildren }[] {
  const { t } = i18n;
  const all: Readonly<Record<Field, ComponentChildren>> = {
    coin: coinProblem(model, t),
    amount: amountError(model, i18n),
    country: model.place?.field === 'country' ? t('country.refused') : null,
    method: methodProblem(model, i18n),
    address: addressError(model, t),
    memo: model.pair === undefined ? null : memoError(model, model.pair, memoName(model.pair, t), t),
  };
  return (Object.keys(all) as Field[]).flatMap((field) => {
    const text = all[field];
    return text != null && setByShop[field] ? [{ field, text }] : [];
  });
}

function coinProblem({ cryptos, pair, entry, place }: CheckoutModel, t: I18n['t']): string | null {
  if (shopPair === null || cryptos.kind !== 'ready') return null;
  if (pair !== undefined && place?.field !== 'coin') return null;
  const { crypto, network } = shopPair;
  return t('link.coinGone', { crypto, network: networkName(network), currency: entry.fiat });
}

/** Elsewhere the list of methods says it. */
function methodProblem(model: CheckoutModel, i18n: Pick<I18n, 't' | 'language'>): string | null {
  const { quotes, quote, place } = model;
  const isGone = quotes.prices !== null && quote === undefined;
  if (!isAllSet || !(isGone || place?.field === 'method')) return null;
  const method = methodName(shopTerms.payWayCode ?? null, i18n);
  return isMethodPaused(model) ? `${method}: ${i18n.t('problem.paused')}` : i18n.t('link.methodGone', { method });
}

/** Another link would not help. */
const isMethodPaused = ({ quotes }: CheckoutModel): boolean =>
  isAllSet &&
  (quotes.prices?.failures ?? []).some(
    ({ payWayCode, code }) => payWayCode === shopTerms.payWayCode && code === 'paused',
  );
