import type { PageRequest } from '../../../platform/shared/page.js';
import type { OrderFilter } from '../../model/order-search.types.js';
import type { Parameters } from './parameters.js';

/**
 * The moment of an order as a time without zone. The indexes of chosen orders have it in this form, and the index of all
 * orders has not: whoever sorts by it is never led through all orders in search of few.
 */
export const MOMENT = `(created_at AT TIME ZONE 'UTC')`;

export const NEWEST_FIRST = `ORDER BY ${MOMENT} DESC, merchant_order_no DESC`;

/** Whether rows come after the place where the page begins, and from the span, as conditions on `moment`. */
export function timeSql(
  moment: typeof MOMENT | 'created_at',
  { from, to }: Pick<OrderFilter, 'from' | 'to'>,
  { after }: PageRequest,
  parameters: Parameters,
): string[] {
  const bound = (at: string): string => {
    const value = parameters.add(at, 'timestamptz');
    return moment === MOMENT ? `(${value} AT TIME ZONE 'UTC')` : value;
  };
  const place = after === null ? '' : `(${bound(after.at)}, ${parameters.add(after.id, 'text')})`;
  return [
    ...(after === null ? [] : [`(${moment}, merchant_order_no) < ${place}`]),
    ...(from === null ? [] : [`${moment} >= ${bound(from.toISOString())}`]),
    ...(to === null ? [] : [`${moment} < ${bound(to.toISOString())}`]),
  ];
}
