import type { I18n } from '../i18n/i18n.js';
import { purchaseMinutes } from '../durations.js';
import { facts } from '../page-facts.js';
import type { PairName } from './rules/pairs.js';

/** How long purchases with this payment method usually take until delivery; null: unknown. */
export function usualTime(
  payWayCode: string | null,
  pair: PairName | undefined,
  format: I18n['format'],
): string | null {
  const minutes = pair === undefined ? null : purchaseMinutes(facts.durations, payWayCode, pair.network);
  return minutes === null ? null : format.minutes(minutes);
}
