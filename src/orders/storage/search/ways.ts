import { storableJson } from '../../../platform/shared/storable.js';
import type { Metadata } from '../../model/metadata.js';
import type { OrderFilter } from '../../model/order-search.types.js';
import { MOMENT } from './moments.js';
import type { Parameters } from './parameters.js';

/**
 * By which index the orders of a page are found; what else is asked for is looked at one by one. `choice`: by status, side
 * and review, or all of them.
 */
export type Way = 'text' | 'customer' | 'metadata' | 'caller' | 'choice';

/** Of what a text or metadata leads to, so much is gathered before it is put in the order of time. */
export const MOST_GATHERED = 5000;

export const customerSql = (id: string, parameters: Parameters): string =>
  `customer_id = ${parameters.add(id, 'text')}`;

/** Only orders that keys have made are in the index: each guest is a caller of one order. */
export const callerSql = (id: string, parameters: Parameters): string =>
  `caller LIKE 'key:%' AND caller = ${parameters.add(id, 'text')}`;

export const notedSql = (metadata: Metadata, parameters: Parameters): string =>
  `metadata <> '{}' AND metadata @> ${parameters.add(storableJson(metadata), 'jsonb')}`;

/** What is known of an order that is looked at, to say whether it belongs to the list. */
export interface Look {
  readonly columns: string;
  /** Conditions on these columns that are still to be looked at. */
  readonly conditions: readonly string[];
}

/** What an order is looked at for that its way, status, side and review do not say. */
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
