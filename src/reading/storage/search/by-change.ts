import type { OrderFilter } from '../../../orders/model/order-search.types.js';
import type { ChangesRequest } from '../../../platform/database/pages.js';
import { EPOCH } from '../../../orders/storage/epoch.repository.js';
import { chosenSql, timeSql, Parameters, whereSql, lookAt } from './conditions.js';
import { tradesSql } from './by-trades.js';
import { meantSql } from './candidates.js';
import type { SearchStatement } from './conditions.js';

/** Messages that one page reads; an order has four or five. */
const MOST_LOOKED_AT = 2000;

/** No statement takes longer to commit. */
const LONGEST_COMMIT = `interval '1 hour'`;

/**
 * Late commits get later positions, so a reader who continues from a position misses no change. One order more than the
 * page. `head`: the last position assigned; `end`: the last read; `isLost`: messages after `after` are deleted.
 */
export function changedSql(filter: OrderFilter, { limit, after }: ChangesRequest): SearchStatement {
  const parameters = new Parameters();
  const look = lookAt(filter, null, parameters);
  const { text, emailDigests } = filter;
  const conditions = [
    ...chosenSql(filter, parameters),
    ...look.conditions,
    ...(text === null ? [] : [meantSql({ text, emailDigests }, parameters)]),
    ...tradesSql(filter, parameters),
  ];
  const time = timeSql('created_at', { filter, page: { limit, after: null }, parameters });
  const place = after === null ? beginningSql(filter, parameters) : parameters.add(after.place, 'bigint');
  const sql = `
    WITH begun AS MATERIALIZED (SELECT ${place} AS after),
    messages AS MATERIALIZED (
      SELECT position, merchant_order_no FROM outbox
       WHERE position > (SELECT after FROM begun) ORDER BY position LIMIT ${MOST_LOOKED_AT}),
    newest AS (
      SELECT max(position) AS place, merchant_order_no FROM messages WHERE merchant_order_no IS NOT NULL GROUP BY 2),
    looked_at AS MATERIALIZED (
      SELECT newest.place, o.* FROM newest CROSS JOIN LATERAL (
        SELECT ${look.columns} FROM orders
        ${whereSql(['merchant_order_no = newest.merchant_order_no', ...time])} OFFSET 0) o),
    page AS (
      SELECT place, merchant_order_no FROM looked_at ${whereSql(conditions)} ORDER BY place LIMIT ${limit + 1})
    SELECT begun.after::text, head.position::text AS head, (SELECT max(position)::text FROM messages) AS "end",
           head.forgotten > begun.after AS "isLost", ${EPOCH},
           page.place::text, page.merchant_order_no AS number
      FROM begun CROSS JOIN outbox_head head CROSS JOIN database_epoch e LEFT JOIN page ON true ORDER BY page.place`;
  return { sql, parameters: parameters.values };
}

/**
 * The position before the first message since `updatedFrom`. Positions follow commits, not times: an hour before it, all
 * are placed.
 */
function beginningSql({ updatedFrom }: OrderFilter, parameters: Parameters): string {
  if (updatedFrom === null) return '(SELECT forgotten FROM outbox_head)';
  const from = parameters.add(updatedFrom.toISOString(), 'timestamptz');
  const before = `SELECT position FROM outbox
    WHERE position IS NOT NULL AND created_at < ${from} - ${LONGEST_COMMIT} ORDER BY position DESC LIMIT 1`;
  const first = `SELECT position - 1 FROM outbox
    WHERE position > coalesce((${before}), 0) AND created_at >= ${from} ORDER BY position LIMIT 1`;
  return `coalesce((${first}), (SELECT position FROM outbox_head))`;
}
