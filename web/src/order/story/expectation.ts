import type { Order } from '#client/src/index.js';
import type { Durations } from '#src/platform/terms/terms.js';
import { ownValue } from '../../own-value.js';
import { usualMinutes } from '../../durations.js';
import { situationOf } from './situation.js';
import type { Situation } from './situation.js';

/** How long the current part of an order usually takes. */
export interface Expectation {
  readonly text: `order.time.${'confirmed' | 'delivered' | 'usual'}`;
  /** Rounded up for people. */
  readonly minutes: number;
  /** More than this is longer than usual. */
  readonly slowMinutes: number;
  /** RFC 3339: when this part began; null: unknown, or it depends on the customer. */
  readonly since: string | null;
}

type Part = Exclude<keyof Durations, 'stated'>;

const PARTS: Readonly<Partial<Record<Situation, Part>>> = {
  to_pay: 'payment',
  no_link: 'payment',
  paid: 'delivery',
  sending: 'delivery',
  sale_received: 'payout',
  sale_paying: 'payout',
};

/** null: unknown, or nothing to wait for. In review nothing is predicted. */
export function expectationOf(order: Order, durations: Durations): Expectation | null {
  const part = PARTS[situationOf(order)];
  if (part === undefined || order.inReview) return null;
  const stated = part === 'payout' ? undefined : ownValue(durations.stated, order.payWayCode);
  const duration = stated ?? ownValue(durations[part], nameIn(part, order));
  if (duration === undefined) return null;
  const minutes = usualMinutes(duration);
  return {
    text: `order.time.${part !== 'payment' ? 'usual' : stated === undefined ? 'confirmed' : 'delivered'}`,
    minutes,
    // Rounded up, the usual time may exceed the slow one.
    slowMinutes: Math.max(minutes, duration.slowMinutes),
    // A stated time includes the payment: counted from the payment it is still an upper bound.
    since: part === 'payment' ? null : startOf(order),
  };
}

function nameIn(part: Part, order: Order): string | null {
  if (part === 'delivery') return order.network;
  return order.side === 'SELL' ? order.paymentType : order.payWayCode;
}

/** `now`: milliseconds since 1970, by the service's clock. null: unknown. */
export function minutesSoFar({ since }: Expectation, now: number | null): number | null {
  if (since === null || now === null) return null;
  const minutes = Math.floor((now - Date.parse(since)) / 60_000);
  return minutes >= 0 ? minutes : null;
}

export function isLong({ slowMinutes }: Expectation, minutes: number | null): boolean {
  return minutes !== null && minutes > slowMinutes;
}

/** The payment, else the newest trade: a provider may not state its times, or state them in the wrong time zone. */
function startOf({ createdAt, paidAt, trades }: Order): string {
  const tradeAt = trades.at(-1)?.createdAt ?? createdAt;
  return paidAt === null || Date.parse(paidAt) < Date.parse(createdAt) ? tradeAt : paidAt;
}
