import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import type { I18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { Field } from '../../ui/field.js';
import { Sign } from '../../ui/signs.js';
import type { Limits } from '../rules/limits.js';
import { shopTerms } from '../shop-terms.js';
import type { CheckoutModel } from '../use-checkout.js';
import type { FormPart } from './form-part.js';
import { useTyping } from './use-typing.js';

/** Amount and currency. The limits are shown before there is an error. */
export function AmountField({ model }: FormPart) {
  const { t, format } = useI18n();
  const { entry, change, amount } = model;
  const typing = useTyping();
  const [wasLeft, setLeft] = useState(false);
  const leave = (): void => {
    typing.end();
    // A suggestion will fill a field that the visitor left unchanged.
    if (!entry.isAmountSuggested) setLeft(true);
    model.attendAmount(false);
    // Rewrite the amount in the page's format, so that the visitor sees how it was read.
    if (amount.kind === 'ok') change({ amountText: format.decimal(amount.amount) });
  };
  const showsError = !typing.isTyping && (amount.kind !== 'empty' || wasLeft || model.isStrict);
  return (
    <Field
      label={t('pay.label')}
      hint={limitsText(model.limits, entry.fiat, { t, format })}
      error={showsError ? amountError(model, { t, format }) : null}
    >
      {(parts) => (
        <div class="amount-box" data-invalid={parts['aria-invalid']}>
          <input
            {...parts}
            class="amount-box__input amount"
            data-field="amount"
            type="text"
            inputMode="decimal"
            autocomplete="off"
            maxLength={60}
            value={entry.amountText}
            onInput={(event) => {
              typing.begin();
              change({ amountText: event.currentTarget.value, isAmountSuggested: false });
            }}
            onFocus={() => model.attendAmount(true)}
            onBlur={leave}
          />
          <Currency fiat={entry.fiat} onChoose={(fiat) => change({ fiat })} />
        </div>
      )}
    </Field>
  );
}

function Currency({ fiat, onChoose }: { readonly fiat: string; readonly onChoose: (fiat: string) => void }) {
  const { t, format } = useI18n();
  if (shopTerms.fiat !== undefined) return <span class="currency">{shopTerms.fiat}</span>;
  return (
    <span class="currency">
      <span class="currency__code" aria-hidden="true">
        {fiat}
      </span>
      <Sign name="down" class="currency__sign" />
      <select
        class="currency__select"
        aria-label={t('pay.currency')}
        value={fiat}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {facts.fiats.map((code) => (
          <option key={code} value={code}>
            {code} – {format.currency(code)}
          </option>
        ))}
      </select>
    </span>
  );
}

function limitsText({ min, max }: Limits, fiat: string, { t, format }: Pick<I18n, 't' | 'format'>): string {
  if (min !== null && max !== null) {
    return t('pay.limits', { min: format.fiat(min, fiat), max: format.fiat(max, fiat) });
  }
  if (min !== null) return t('pay.least', { min: format.fiat(min, fiat) });
  return max === null ? '\u00a0' : t('pay.most', { max: format.fiat(max, fiat) });
}

export function amountError(
  { amount, digits, entry: { fiat }, place }: CheckoutModel,
  { t, format }: Pick<I18n, 't' | 'format'>,
): string | null {
  switch (amount.kind) {
    case 'empty':
      return t('pay.empty');
    case 'zero':
      return t('pay.zero');
    case 'unreadable':
      return t('pay.unreadable', { example: format.decimal(digits === 0 ? '100' : `99.${'9'.repeat(digits)}`) });
    case 'ambiguous':
      return t('pay.ambiguous', { amount: format.fiat(amount.whole, fiat), plain: amount.whole });
    case 'too_little':
      return t('pay.tooLittle', { min: format.fiat(amount.min, fiat) });
    case 'too_much':
      return t('pay.tooMuch', { max: format.fiat(amount.max, fiat) });
    case 'too_precise':
      return digits === 0 ? t('pay.wholeOnly', { currency: fiat }) : t('pay.tooPrecise', { currency: fiat, digits });
    case 'ok':
      return place?.field === 'amount' ? t('pay.refused') : null;
  }
}
