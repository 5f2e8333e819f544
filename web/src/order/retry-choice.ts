import type { Order, Quote } from '#client/src/index.js';
import { preselected } from '../prices/rules/preselection.js';
import type { MinutesOf } from '../prices/rules/preselection.js';

type Own = Pick<Order, 'payWayCode' | 'status'>;

/** Code of the method whose payment failed; null: none. */
export const failedMethod = ({ payWayCode, status }: Own): string | null =>
  status === 'PAYMENT_FAILED' ? payWayCode : null;

/** The quote to preselect for a new payment: the order's own method, unless it has failed or is gone. */
export function retryChoice(items: readonly Quote[], order: Own, minutesOf: MinutesOf): Quote | undefined {
  const failed = failedMethod(order);
  const named = items.filter(({ payWayCode }) => payWayCode !== null);
  const own = named.find(({ payWayCode }) => payWayCode === order.payWayCode && payWayCode !== failed);
  const others = named.filter(({ payWayCode }) => payWayCode !== failed);
  return own ?? preselected(others, minutesOf) ?? named[0];
}
