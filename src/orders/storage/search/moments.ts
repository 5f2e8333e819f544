import type { PageRequest } from '../../../platform/database/pages.js';
import type { OrderFilter } from '../../model/order-search.types.js';
import { whereSql } from './parameters.js';
import type { Parameters } from './parameters.js';

/**
 * The creation time without zone. The indexes of filtered orders have this form, the index of all orders has not: sorting by
 * it never makes Postgres scan all orders for a few matches.
 */
export const MOMENT = `(created_at AT TIME ZONE 'UTC')`;

const NEWEST_FIRST = `ORDER BY ${MOMENT} DESC, merchant_order_no DESC`;

/** The columns to read, of the `most` newest orders of a page. */
export interface Reading {
  readonly columns: string;
  readonly filter: OrderFilter;
  readonly page: PageRequest;
  readonly most: number;
  readonly parameters: Parameters;
}

export const newestSql = (from: string, conditions: readonly string[], { columns, most }: Reading): string =>
  `(SELECT ${columns} FROM ${from} ${whereSql(conditions)} ${NEWEST_FIRST} LIMIT ${most})`;

/** Conditions on `moment`: after the page's cursor, and within the time span. */
export function timeSql(
  moment: typeof MOMENT | 'created_at',
  { filter: { from, to }, page: { after }, parameters }: Pick<Reading, 'filter' | 'page' | 'parameters'>,
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
