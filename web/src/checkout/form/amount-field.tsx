import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import type { I18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { Amount } from '../../ui/amount.js';
import { Field } from '../../ui/field.js';
import { Sign } from '../../ui/signs.js';
import { Text } from '../../ui/text.js';
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
      hint={<LimitsText limits={model.limits} fiat={entry.fiat} />}
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

function LimitsText({ limits: { min, max }, fiat }: { readonly limits: Limits; readonly fiat: string }) {
  if (min === null && max === null) return <>{'\u00a0'}</>;
  const of = max === null ? 'pay.least' : min === null ? 'pay.most' : 'pay.limits';
  const values = {
    min: min !== null && <Amount of="fiat" value={min} unit={fiat} />,
    max: max !== null && <Amount of="fiat" value={max} unit={fiat} />,
  };
  return <Text of={of} values={values} />;
}

export function amountError(
  { amount, digits, entry: { fiat }, place }: CheckoutModel,
  { t, format }: Pick<I18n, 't' | 'format'>,
): ComponentChildren {
  switch (amount.kind) {
    case 'empty':
    case 'zero':
      return t('pay.zero');
    case 'unreadable':
      return t('pay.unreadable', { example: format.decimal(digits === 0 ? '100' : `99.${'9'.repeat(digits)}`) });
    case 'ambiguous':
      return (
        <Text
          of="pay.ambiguous"
          values={{ amount: <Amount of="fiat" value={amount.whole} unit={fiat} />, plain: amount.whole }}
        />
      );
    case 'too_little':
      return <Text of="pay.tooLittle" values={{ min: <Amount of="fiat" value={amount.min} unit={fiat} /> }} />;
    case 'too_much':
      return <Text of="pay.tooMuch" values={{ max: <Amount of="fiat" value={amount.max} unit={fiat} /> }} />;
    case 'too_precise':
      return digits === 0 ? t('pay.wholeOnly', { currency: fiat }) : t('pay.tooPrecise', { currency: fiat, digits });
    case 'ok':
      return place?.field === 'amount' ? t('field.refused') : null;
  }
}
