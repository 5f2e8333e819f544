import type { PageRequest } from '../../../platform/database/pages.js';
import type { OrderFilter } from '../../../orders/model/order-search.types.js';
import { storableJson } from '../../../platform/text/stored-json.js';
import type { Metadata } from '../../../orders/model/metadata.js';
import { TRADE_STATUSES } from '../../../orders/model/order-status.js';

export interface SearchStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }
}

export const whereSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;

/** Without zone, as the indexes of filtered orders: sorting by it never makes Postgres scan all orders. */
export const MOMENT = `(created_at AT TIME ZONE 'UTC')`;

const NEWEST_FIRST = `ORDER BY ${MOMENT} DESC, merchant_order_no DESC`;

export interface PageReading {
  readonly columns: string;
  readonly filter: OrderFilter;
  readonly page: PageRequest;
  readonly most: number;
  readonly parameters: Parameters;
}

export const newestSql = (from: string, conditions: readonly string[], { columns, most }: PageReading): string =>
  `(SELECT ${columns} FROM ${from} ${whereSql(conditions)} ${NEWEST_FIRST} LIMIT ${most})`;

export function timeSql(
  moment: typeof MOMENT | 'created_at',
  { filter: { from, to }, page: { after }, parameters }: Pick<PageReading, 'filter' | 'page' | 'parameters'>,
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

/** The index that finds a page's orders; other filters are checked row by row. `choice`: by status, side, review. */
export type Way = 'text' | 'customer' | 'metadata' | 'caller' | 'choice';

/** Cap of rows gathered for a text or metadata before sorting by time. */
export const MOST_GATHERED = 5000;

export const customerSql = (id: string, parameters: Parameters): string =>
  `customer_id = ${parameters.add(id, 'text')}`;

/** The index holds only orders of API keys: each guest is a caller with one order. */
export const callerSql = (id: string, parameters: Parameters): string =>
  `caller LIKE 'key:%' AND caller = ${parameters.add(id, 'text')}`;

export const notedSql = (metadata: Metadata, parameters: Parameters): string =>
  `metadata <> '{}' AND metadata @> ${parameters.add(storableJson(metadata), 'jsonb')}`;

export interface Look {
  readonly columns: string;
  readonly conditions: readonly string[];
}

/** Checks the filters that the access path, status, side and review do not cover. */
export function lookAt(filter: OrderFilter, way: Way | null, parameters: Parameters): Look {
  const { caller, customerId, metadata, updatedFrom } = filter;
  const fits = [
    ...(caller === null || way === 'caller' ? [] : [`(${callerSql(caller, parameters)})`]),
    ...(customerId === null || way === 'customer' ? [] : [customerSql(customerId, parameters)]),
    ...(metadata === null || way === 'metadata' ? [] : [`(${notedSql(metadata, parameters)})`]),
    ...(updatedFrom === null ? [] : [`updated_at >= ${parameters.add(updatedFrom.toISOString(), 'timestamptz')}`]),
  ];
  const columns = `${MOMENT} AS at, merchant_order_no, side, status, in_review, customer_id, customer_email_digest, address_key`;
  if (fits.length === 0) return { columns, conditions: [] };
  return { columns: `${columns}, coalesce(${fits.join(' AND ')}, false) AS fits`, conditions: ['fits'] };
}

const SIDES = ['BUY', 'SELL'] as const;

export function choiceSql(reading: PageReading): string {
  const { columns, filter, most, parameters } = reading;
  const { statuses, side, inReview } = filter;
  if (statuses === null && side === null && inReview === null) {
    return `(SELECT ${columns} FROM orders
      ${whereSql(timeSql('created_at', reading))}
      ORDER BY created_at DESC, merchant_order_no DESC LIMIT ${most})`;
  }
  // One index range per combination: Postgres merges sorted ranges and reads only what the page needs.
  const time = timeSql(MOMENT, reading);
  const stretches = (side === null ? SIDES : [side]).flatMap((oneSide) =>
    (statuses ?? TRADE_STATUSES).flatMap((status) =>
      (inReview === null ? [false, true] : [inReview]).map((review) => [
        `side = ${parameters.add(oneSide, 'text')}`,
        `status = ${parameters.add(status, 'text')}`,
        `in_review = ${String(review)}`,
      ]),
    ),
  );
  return stretches.map((stretch) => newestSql('orders', [...stretch, ...time], reading)).join(' UNION ALL ');
}

export function chosenSql({ statuses, side, inReview }: OrderFilter, parameters: Parameters): string[] {
  return [
    ...(statuses === null ? [] : [`status = ANY(${parameters.add(statuses, 'text[]')})`]),
    ...(side === null ? [] : [`side = ${parameters.add(side, 'text')}`]),
    ...(inReview === null ? [] : [`in_review = ${String(inReview)}`]),
  ];
}
