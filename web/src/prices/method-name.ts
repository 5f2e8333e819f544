import type { I18n } from '../i18n/i18n.js';
import { facts } from '../page-facts.js';
import { ownValue } from '../own-value.js';
import { payWayNames } from '../pay-way-names.js';

/** The operator's name of a payment method, else its code. */
export function methodName(payWayCode: string | null, { t, language }: Pick<I18n, 't' | 'language'>): string {
  if (payWayCode === null) return t('method.someOther');
  return ownValue(payWayNames(facts.payWays, language), payWayCode) ?? t('method.unnamed', { code: payWayCode });
}
