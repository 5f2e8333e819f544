import { ALIKE, LINES, mismatchEvents, monthOf, withFacts, within } from '../report/lines-sql.js';
import type { Kind } from '../report/lines-sql.js';

const accountSql = (kind: Kind, lines: string): string => `
  SELECT month, jsonb_build_object('of', '${kind}') || to_jsonb(alike) AS line, count, amount, unstated
    FROM (${lines}) l CROSS JOIN LATERAL (SELECT ${Object.keys(ALIKE[kind])
      .map((name) => `l.${name}`)
      .join(', ')}) alike`;

const IS_REMOVED = (column: string): string =>
  `${column} = ANY($8) AND EXISTS (SELECT FROM removed r WHERE r.number = ${column})`;

/**
 * Removes orders and adds their figures to the monthly account in one statement, so from one snapshot. Parameters:
 * those of the report over all time, then numbers, versions, seals and the seals' key id. Returns the removed numbers.
 */
export const REMOVE_SQL = `
  WITH removed AS MATERIALIZED (
    SELECT number FROM remove_orders($8::text[], $9::integer[], $10::bytea[], $11) AS gone (number)),
  ${withFacts(`${within('o.created_at')} AND ${IS_REMOVED('o.merchant_order_no')}`)},
  events AS (${mismatchEvents(IS_REMOVED('merchant_order_no'), IS_REMOVED('merchant_order_no'))}),
  added AS (
    INSERT INTO monthly_account AS a (month, line, count, amount, unstated)
    SELECT month, line, sum(count), sum(amount), sum(unstated)
      FROM (${accountSql('order', LINES.order)}
            UNION ALL ${accountSql('trade', LINES.trade)}
            UNION ALL ${accountSql('mismatch', `SELECT ${monthOf('at')}, event, 1 AS count, 0 AS amount, 0 AS unstated FROM events`)}) lines
     GROUP BY month, line ORDER BY month, line
    ON CONFLICT (month, line) DO UPDATE SET count = a.count + excluded.count, amount = a.amount + excluded.amount,
       unstated = a.unstated + excluded.unstated)
  SELECT number FROM removed`;
