import { storableJson } from '../../../platform/text/stored-json.js';
import type { OrderFilter, OverduePolicy } from '../../../orders/model/order-search.types.js';
import { NOT_ENDED, overdueSql, standingSql } from '../../../orders/storage/overdue.js';
import { ITS_SCHEDULE } from '../../../orders/storage/stored-orders.service.js';
import type { Parameters } from './conditions.js';

/** Filters by the trades of an order. No index serves them: they are checked for each order of `looked_at`. */
export function tradesSql({ terms, overdue }: OrderFilter, parameters: Parameters): string[] {
  return [
    ...(terms === null ? [] : [termsSql(storableJson(terms), parameters)]),
    ...(overdue === null ? [] : [isOverdueSql(overdue, parameters)]),
  ];
}

const OF_ORDER = 't.merchant_order_no = looked_at.merchant_order_no';

/** An order's terms are those of its current trade. */
const termsSql = (terms: string, parameters: Parameters): string =>
  `(SELECT t.asked @> ${parameters.add(terms, 'jsonb')} FROM trades t WHERE ${OF_ORDER} ORDER BY t.n DESC LIMIT 1)`;

function isOverdueSql({ expiryMs, firstDelayMs }: OverduePolicy, parameters: Parameters): string {
  const [expiry, delay] = [parameters.add(expiryMs, 'bigint'), parameters.add(firstDelayMs, 'integer')];
  // Read once per statement.
  const now = '(SELECT checkout_now())';
  return `(NOT in_review AND status = ANY(${parameters.add(NOT_ENDED, 'text[]')}) AND (
    SELECT NOT standing.unmade AND ${overdueSql('standing', now, expiry)}
      FROM (SELECT ${standingSql(now, delay)} FROM trades t ${ITS_SCHEDULE} WHERE ${OF_ORDER}) standing))`;
}

/** Overdue orders are few among all, so they are sought among those that have not ended. */
export const narrowed = (filter: OrderFilter): OrderFilter =>
  filter.overdue === null
    ? filter
    : { ...filter, statuses: filter.statuses ?? NOT_ENDED, inReview: filter.inReview ?? false };
