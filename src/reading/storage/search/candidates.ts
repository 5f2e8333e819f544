import { spellingsOf } from '../../../platform/addresses/canonical.js';
import {
  chosenSql,
  MOMENT,
  newestSql,
  timeSql,
  Parameters,
  customerSql,
  MOST_GATHERED,
  notedSql,
} from './conditions.js';
import type { PageReading, SearchStatement } from './conditions.js';
import type { OrderFilter } from '../../../orders/model/order-search.types.js';
import type { Metadata } from '../../../orders/model/metadata.js';

type SearchedText = Pick<OrderFilter, 'emailDigests'> & { readonly text: string };

function beginsSql(column: string, text: string, parameters: Parameters): string {
  if (!/^[A-Za-z0-9._-]{1,44}$/.test(text)) return 'false';
  const from = parameters.add(text.toLowerCase(), 'text');
  // DEL sorts after every character of a number.
  const to = parameters.add(`${text.toLowerCase()}\x7f`, 'text');
  return `(lower(${column}) ~>=~ ${from} AND lower(${column}) ~<~ ${to})`;
}

/** Sorted like its index, so that Postgres uses it with any statistics. */
const beginningSql = (text: string, most: number, parameters: Parameters): string =>
  `SELECT * FROM orders WHERE ${beginsSql('merchant_order_no', text, parameters)}
    ORDER BY lower(merchant_order_no) USING ~<~ LIMIT ${most}`;

function numberConditions(text: string, parameters: Parameters): string[] {
  const [, order, n] = /^(.{1,44})-r([1-9]\d{0,3})$/i.exec(text) ?? [];
  if (order === undefined) return [];
  const number = parameters.add(order.toLowerCase(), 'text');
  return [
    `merchant_order_no = (SELECT merchant_order_no FROM orders WHERE lower(merchant_order_no) = ${number})
      AND n = ${parameters.add(n, 'smallint')}`,
  ];
}

/** The ways in which a text matches a trade; each has its own index. */
function tradeConditions({ text, emailDigests }: SearchedText, parameters: Parameters): string[] {
  const [same, anyCase] = [parameters.add(text, 'text'), parameters.add(text.toLowerCase(), 'text')];
  return [
    ...numberConditions(text, parameters),
    `order_no = ${same}`,
    `ramp_merchant_order_no = ${same}`,
    `lower(facts ->> 'txHash') = ${anyCase}`,
    ...spellingsOf(text).map((spelling) => `lower(facts ->> 'payoutAddress') = ${parameters.add(spelling, 'text')}`),
    ...emailDigests.map((digest) => `payee_email_digest = ${parameters.add(digest, 'bytea')}`),
  ];
}

/** The ways in which a text matches whole values of an order: each is an index range sorted by time. */
const orderConditions = ({ text, emailDigests }: SearchedText, parameters: Parameters): string[] => [
  customerSql(text, parameters),
  ...emailDigests.map((digest) => `customer_email_digest = ${parameters.add(digest, 'bytea')}`),
  ...spellingsOf(text).map((spelling) => `address_key = ${parameters.add(spelling, 'text')}`),
];

/** Among so many newest orders a part of a number is looked for: no index finds it. */
const MOST_FOR_PART = 5000;

/** The newest orders whose number contains a text; null: it is no part of a number. */
export function partSql(text: string, most: number): SearchStatement | null {
  if (!/^[A-Za-z0-9._-]{3,44}$/.test(text)) return null;
  const parameters = new Parameters();
  const part = parameters.add(text.toLowerCase(), 'text');
  const sql = `
    SELECT merchant_order_no AS number FROM (
      SELECT created_at, merchant_order_no FROM orders
       ORDER BY created_at DESC, merchant_order_no DESC LIMIT ${MOST_FOR_PART}) newest
     WHERE strpos(lower(merchant_order_no), ${part}) > 0
     ORDER BY created_at DESC, merchant_order_no DESC LIMIT ${most}`;
  return { sql, parameters: parameters.values };
}

/** More than `MOST_GATHERED`: too many. What `orderConditions` finds needs no gathering. */
export function breadthSql(searched: SearchedText): SearchStatement {
  const parameters = new Parameters();
  const count = (found: string): string => `(SELECT count(*) FROM (${found}) found)`;
  const ways = [
    beginningSql(searched.text, MOST_GATHERED + 1, parameters),
    ...tradeConditions(searched, parameters).map((way) => `SELECT FROM trades WHERE ${way} LIMIT ${MOST_GATHERED + 1}`),
  ];
  return { sql: `SELECT (${ways.map(count).join(' + ')})::integer AS breadth`, parameters: parameters.values };
}

/** Orders that match a text, each once: at least the newest of the page. Gathered matches are filtered too. */
export function textSql(searched: SearchedText, reading: PageReading): string {
  const { filter, parameters } = reading;
  // More may have been added since the count.
  const gathered = 2 * MOST_GATHERED;
  const trades = tradeConditions(searched, parameters).map(
    (way) => `(SELECT merchant_order_no FROM trades WHERE ${way} LIMIT ${gathered})`,
  );
  // OFFSET makes Postgres look the orders up one by one instead of scanning the table.
  const ofTrades = `SELECT o.* FROM (${trades.join(' UNION ')}) t
    CROSS JOIN LATERAL (SELECT * FROM orders WHERE merchant_order_no = t.merchant_order_no OFFSET 0) o`;
  const time = timeSql(MOMENT, reading);
  const chosen = [...time, ...chosenSql(filter, parameters)];
  return [
    newestSql(`(${beginningSql(searched.text, gathered, parameters)}) begin_so`, chosen, reading),
    newestSql(`(${ofTrades}) have_the_trade`, chosen, reading),
    ...orderConditions(searched, parameters).map((condition) => newestSql('orders', [condition, ...time], reading)),
  ].join(' UNION ');
}

export function meantSql(searched: SearchedText, parameters: Parameters): string {
  // An aggregate: with EXISTS Postgres may scan all trades.
  const trades = `(SELECT bool_or(${tradeConditions(searched, parameters).join(' OR ')}) FROM trades
                    WHERE trades.merchant_order_no = looked_at.merchant_order_no)`;
  return `(${[
    beginsSql('merchant_order_no', searched.text, parameters),
    ...orderConditions(searched, parameters),
    trades,
  ].join(' OR ')})`;
}

export const ownedSql = (condition: string, reading: PageReading): string =>
  newestSql('orders', [condition, ...timeSql(MOMENT, reading)], reading);

/** The number of orders with this metadata; more than `MOST_GATHERED`: too many. */
export function noteBreadthSql(metadata: Metadata): SearchStatement {
  const parameters = new Parameters();
  const noted = `SELECT FROM orders WHERE ${notedSql(metadata, parameters)} LIMIT ${MOST_GATHERED + 1}`;
  return { sql: `SELECT count(*)::integer AS breadth FROM (${noted}) noted`, parameters: parameters.values };
}

/** Gathers matching orders first, since an index of metadata is not sorted by time, then filters them. */
export function gatheredSql(metadata: Metadata, reading: PageReading): string {
  const { filter, parameters } = reading;
  const gathered = `SELECT * FROM orders WHERE ${notedSql(metadata, parameters)} LIMIT ${2 * MOST_GATHERED}`;
  return newestSql(`(${gathered}) noted`, [...timeSql(MOMENT, reading), ...chosenSql(filter, parameters)], reading);
}
