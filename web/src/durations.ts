import type { Duration, Durations } from '#src/platform/terms/terms.js';
import { ownValue } from './own-value.js';

const HOUR = 60;
const DAY = 24 * HOUR;
/** Minutes that people say. */
const STEPS = [5, 10, 15, 20, 30, 45, ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR)];

/** A duration for people: rounded up, so that "within" stays true. */
export function usualMinutes({ typicalMinutes }: Pick<Duration, 'typicalMinutes'>): number {
  return STEPS.find((step) => step >= typicalMinutes) ?? Math.ceil(typicalMinutes / DAY) * DAY;
}

/** A duration as people say it: in the largest unit of which it has one, rounded down. */
export function spoken(minutes: number): readonly [value: number, unit: 'minute' | 'hour' | 'day'] {
  if (minutes < HOUR) return [Math.floor(minutes), 'minute'];
  return minutes < DAY ? [Math.floor(minutes / HOUR), 'hour'] : [Math.floor(minutes / DAY), 'day'];
}

/** Minutes from order to delivery, for people; null: unknown. */
export function purchaseMinutes(durations: Durations, payWayCode: string | null, network: string): number | null {
  const stated = ownValue(durations.stated, payWayCode);
  if (stated !== undefined) return usualMinutes(stated);
  const payment = ownValue(durations.payment, payWayCode);
  const delivery = ownValue(durations.delivery, network);
  if (payment === undefined || delivery === undefined) return null;
  return usualMinutes({ typicalMinutes: payment.typicalMinutes + delivery.typicalMinutes });
}
