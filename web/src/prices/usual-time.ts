import type { I18n } from '../i18n/i18n.js';
import { purchaseMinutes } from '../durations.js';
import { facts } from '../page-facts.js';

export type Network = string | null | undefined;

/** Minutes from order to delivery over a network, by payment method; null: unknown. */
export const minutesOf =
  (network: Network) =>
  (payWayCode: string | null): number | null =>
    network == null ? null : purchaseMinutes(facts.durations, payWayCode, network);

/** How long purchases with this payment method usually take until delivery; null: unknown. */
export function usualTime(payWayCode: string | null, network: Network, format: I18n['format']): string | null {
  const minutes = minutesOf(network)(payWayCode);
  return minutes === null ? null : format.minutes(minutes);
}
