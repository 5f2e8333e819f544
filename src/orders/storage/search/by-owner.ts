import type { PageRequest } from '../../../platform/shared/page.js';
import type { Metadata } from '../../model/metadata.js';
import type { OrderFilter } from '../../model/order-search.types.js';
import { chosenSql } from './by-choice.js';
import { MOMENT, NEWEST_FIRST, timeSql } from './moments.js';
import { Parameters, whereSql } from './parameters.js';
import type { Statement } from './parameters.js';
import { MOST_GATHERED, notedSql } from './ways.js';

/** The `most` newest that the condition leads to, through an index in the order of time. */
export function ownedSql(
  condition: string,
  columns: string,
  filter: OrderFilter,
  page: PageRequest,
  most: number,
  parameters: Parameters,
): string {
  const time = timeSql(MOMENT, filter, page, parameters);
  return `(SELECT ${columns} FROM orders ${whereSql([condition, ...time])} ${NEWEST_FIRST} LIMIT ${most})`;
}

/** On how many orders it is noted; more than `MOST_GATHERED`: too many. */
export function noteBreadthSql(metadata: Metadata): Statement {
  const parameters = new Parameters();
  const noted = `SELECT FROM orders WHERE ${notedSql(metadata, parameters)} LIMIT ${MOST_GATHERED + 1}`;
  return { sql: `SELECT count(*)::integer AS breadth FROM (${noted}) noted`, parameters: parameters.values };
}

/** The chosen ones of those on which it is noted. They are gathered first: an index of names and texts has no order. */
export function gatheredSql(
  metadata: Metadata,
  columns: string,
  filter: OrderFilter,
  page: PageRequest,
  most: number,
  parameters: Parameters,
): string {
  const gathered = `SELECT * FROM orders WHERE ${notedSql(metadata, parameters)} LIMIT ${2 * MOST_GATHERED}`;
  const chosen = [...timeSql(MOMENT, filter, page, parameters), ...chosenSql(filter, parameters)];
  return `(SELECT ${columns} FROM (${gathered}) noted ${whereSql(chosen)} ${NEWEST_FIRST} LIMIT ${most})`;
}
