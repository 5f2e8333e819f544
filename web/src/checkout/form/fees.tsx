import { Amount } from '../../ui/amount.js';
import { useI18n } from '../../i18n/i18n.js';
import { Text } from '../../ui/text.js';
import { feesOf } from '../rules/fees.js';
import type { FormPart } from './form-part.js';
import { Unknown } from './quantity.js';

/** The sum of the fees at the chosen price, as far as it is known. */
export function FeesText({ model }: FormPart) {
  const { t, format } = useI18n();
  const { amount, entry, quote, digits } = model;
  if (quote === undefined || amount.kind !== 'ok') return <Unknown model={model} />;
  const fees = feesOf(quote, { fiat: entry.fiat, amount: amount.amount }, digits);
  if (fees.kind === 'unknown') return <span class="soft">{t('method.unsaid')}</span>;
  const sum = <Amount of="fiat" value={fees.amount} unit={entry.fiat} />;
  if (fees.kind === 'least') return <Text of="sum.feesLeast" values={{ amount: sum }} />;
  if (fees.percent === null) return sum;
  return <Text of="sum.feesOf" values={{ amount: sum, percent: format.decimal(fees.percent) }} />;
}
