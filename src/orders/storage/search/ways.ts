import { storableJson } from '../../../platform/text/stored-json.js';
import type { Metadata } from '../../model/metadata.js';
import type { OrderFilter } from '../../model/order-search.types.js';
import { MOMENT } from './moments.js';
import type { Parameters } from './parameters.js';

/**
 * The index that finds a page's orders; other filters are checked row by row. `choice`: by status, side and review, or all
 * orders.
 */
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

/** Columns and conditions to check an order against the filter. */
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
  const known = `${MOMENT} AS at, merchant_order_no, side, status, in_review, customer_id, address`;
  if (fits.length === 0) return { columns: known, conditions: [] };
  return { columns: `${known}, coalesce(${fits.join(' AND ')}, false) AS fits`, conditions: ['fits'] };
}
