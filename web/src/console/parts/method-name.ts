import type { I18n } from '../../i18n/i18n.js';
import { ownValue } from '../../own-value.js';
import { facts } from '../../page-facts.js';
import { payWayNames } from '../../pay-way-names.js';
import { listed } from './words.js';

/** The merchant's name of a payment method, if there is one, and its code. */
export function methodName(code: string, { t, language }: Pick<I18n, 't' | 'language'>): string {
  const name = ownValue(payWayNames(facts.payWays, language), code);
  return name === undefined ? code : listed(t, [name, code]);
}
