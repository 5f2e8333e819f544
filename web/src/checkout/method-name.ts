import type { I18n } from '../i18n/i18n.js';
import { facts } from '../page-facts.js';
import { ownValue } from '../own-value.js';

/** The operator's name of a payment method, else its code. */
export function methodName(payWayCode: string | null, t: I18n['t']): string {
  if (payWayCode === null) return t('method.someOther');
  return ownValue(facts.payWays, payWayCode) ?? t('method.unnamed', { code: payWayCode });
}
