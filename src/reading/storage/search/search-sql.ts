import type { PageRequest } from '../../../platform/database/pages.js';
import type { OrderFilter } from '../../../orders/model/order-search.types.js';
import { narrowed, tradesSql } from './by-trades.js';
import { chosenSql, choiceSql, Parameters, whereSql, callerSql, customerSql, lookAt } from './conditions.js';
import { gatheredSql, ownedSql, meantSql, textSql } from './candidates.js';
import type { PageReading, SearchStatement, Way } from './conditions.js';

/** Rows checked per page. Fewer for a customer or an address: in time order only while that is cheaper than sorting. */
const MOST_LOOKED_AT = { choice: 5000, otherwise: 1000 } as const;

const placeSql = (at: string): string => `to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * The statement of one page, newest first, with one order more. Any filter reads a bounded number of rows: status, side
 * and review select ranges of one index; customer and caller have indexes by time; a selective text or metadata filter
 * gathers a few orders; an unselective one checks the orders of the other filters. `endAt` and `endId` mark where the
 * check stopped early: such a page can be short while the list continues. Without any order there is one row.
 */
export function searchSql(given: OrderFilter, page: PageRequest, way: Way): SearchStatement {
  const filter = narrowed(given);
  const parameters = new Parameters();
  const { text, emailDigests } = filter;
  const look = lookAt(filter, way, parameters);
  const conditions = [
    ...(way === 'choice' ? [] : chosenSql(filter, parameters)),
    ...look.conditions,
    ...(text !== null && way !== 'text' ? [meantSql({ text, emailDigests }, parameters)] : []),
    ...tradesSql(filter, parameters),
  ];
  const most = conditions.length === 0 ? page.limit + 1 : MOST_LOOKED_AT[way === 'choice' ? way : 'otherwise'];
  const candidates = candidatesSql(way, { columns: look.columns, filter, page, most, parameters });
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
      SELECT at, merchant_order_no AS number FROM page)
    SELECT "end".*, listed.*, ${placeSql('listed.at')} AS "placeAt"
      FROM (SELECT) once LEFT JOIN "end" ON true LEFT JOIN listed ON true
     ORDER BY listed.at DESC, listed.number DESC`;
  return { sql, parameters: parameters.values };
}

function candidatesSql(way: Way, reading: PageReading): string {
  const { filter, parameters } = reading;
  const { text, emailDigests, caller, customerId, metadata } = filter;
  if (way === 'text' && text !== null) return textSql({ text, emailDigests }, reading);
  if (way === 'customer' && customerId !== null) return ownedSql(customerSql(customerId, parameters), reading);
  if (way === 'metadata' && metadata !== null) return gatheredSql(metadata, reading);
  if (way === 'caller' && caller !== null) return ownedSql(callerSql(caller, parameters), reading);
  return choiceSql(reading);
}
