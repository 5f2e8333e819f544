import type { PageRequest } from '../../../platform/shared/page.js';
import type { OrderFilter } from '../../model/order-search.types.js';
import { chosenSql, choiceSql } from './by-choice.js';
import { meantSql, textSql } from './by-text.js';
import { Parameters, whereSql } from './parameters.js';
import type { Statement } from './parameters.js';

/**
 * Where orders have to be looked at one by one, so many are for each page. Of a customer or an address fewer: Postgres
 * reads them in the order of time only as long as it costs less than to sort all of them.
 */
const MOST_LOOKED_AT = { byText: 1000, otherwise: 5000 } as const;

const ORDER = `jsonb_build_object('merchantOrderNo', o.merchant_order_no, 'side', o.side, 'caller', o.caller,
  'customerId', o.customer_id, 'fiat', o.fiat, 'amount', o.amount::text, 'crypto', o.crypto, 'network', o.network,
  'address', o.address, 'payWayCode', o.pay_way_code, 'country', o.country, 'status', o.status,
  'failureCode', o.failure_code, 'inReview', o.in_review, 'version', o.version)`;

const TRADE = `jsonb_build_object('tradeNo', t.trade_no, 'n', t.n, 'side', t.side, 'status', t.status,
  'outcome', t.outcome, 'superseded', t.superseded, 'refusal', t.refusal, 'orderNo', t.order_no,
  'rampStatus', t.ramp_status, 'facts', t.facts, 'nextQueryAt', s.next_query_at)`;

const LISTED = `${ORDER} AS "order", o.created_at AS "createdAt", o.updated_at AS "updatedAt",
  (SELECT jsonb_agg(${TRADE} ORDER BY t.n) FROM trades t LEFT JOIN schedules s USING (trade_no)
    WHERE t.merchant_order_no = o.merchant_order_no) AS trades,
  (SELECT count(*)::integer FROM mismatches m
    WHERE m.merchant_order_no = o.merchant_order_no AND m.resolved_at IS NULL) AS "openMismatches"`;

const placeSql = (at: string): string => `to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * The statement of one page, newest first, with one order more than the page holds. Each page reads a bounded number of
 * rows, whatever is asked for, and leaves Postgres one good way that no statistics talk it out of:
 *
 * - status, side and review choose stretches of one index, which are merged: a page reads its own orders alone;
 * - a text leads to few orders through indexes, which are then looked at one by one;
 * - where it leads to too many (`isWide`), the orders that are chosen otherwise are looked at from the newest on.
 *
 * Where orders are looked at one by one, `endAt` and `endId` say behind which place the look has ended before all were
 * seen: such a page may be short, or empty, and the list goes on all the same. Without any order there is one row.
 */
export function searchSql(filter: OrderFilter, page: PageRequest, isWide: boolean): Statement {
  const parameters = new Parameters();
  const { text } = filter;
  const byText = text !== null && !isWide;
  const conditions = [
    ...(byText ? chosenSql(filter, parameters) : []),
    ...(text !== null && isWide ? [meantSql(text, parameters)] : []),
  ];
  const most = conditions.length === 0 ? page.limit + 1 : MOST_LOOKED_AT[byText ? 'byText' : 'otherwise'];
  const candidates = byText ? textSql(text, filter, page, most, parameters) : choiceSql(filter, page, most, parameters);
  const isEnd = conditions.length > 0 ? `(SELECT count(*) FROM looked_at) = ${most}` : 'false';
  const sql = `
    WITH looked_at AS MATERIALIZED (
      SELECT * FROM (${candidates}) candidates ORDER BY at DESC, merchant_order_no DESC LIMIT ${most}),
    "end" AS (
      SELECT ${placeSql('at')} AS "endAt", merchant_order_no AS "endId" FROM looked_at
       WHERE ${isEnd} ORDER BY at, merchant_order_no LIMIT 1),
    page AS (
      SELECT at, merchant_order_no FROM looked_at ${whereSql(conditions)}
       ORDER BY at DESC, merchant_order_no DESC LIMIT ${page.limit + 1}),
    listed AS (
      SELECT page.at, page.merchant_order_no, ${LISTED}
        FROM page CROSS JOIN LATERAL (
          SELECT * FROM orders WHERE merchant_order_no = page.merchant_order_no OFFSET 0) o)
    SELECT "end".*, listed.*, ${placeSql('listed.at')} AS "placeAt"
      FROM (SELECT) once LEFT JOIN "end" ON true LEFT JOIN listed ON true
     ORDER BY listed.at DESC, listed.merchant_order_no DESC`;
  return { sql, parameters: parameters.values };
}
