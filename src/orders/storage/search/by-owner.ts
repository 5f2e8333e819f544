import type { Metadata } from '../../model/metadata.js';
import { chosenSql } from './by-choice.js';
import { MOMENT, newestSql, timeSql } from './moments.js';
import type { Reading } from './moments.js';
import { Parameters } from './parameters.js';
import type { Statement } from './parameters.js';
import { MOST_GATHERED, notedSql } from './ways.js';

/** Newest first, through an index sorted by time. */
export const ownedSql = (condition: string, reading: Reading): string =>
  newestSql('orders', [condition, ...timeSql(MOMENT, reading)], reading);

/** The number of orders with this metadata; more than `MOST_GATHERED`: too many. */
export function noteBreadthSql(metadata: Metadata): Statement {
  const parameters = new Parameters();
  const noted = `SELECT FROM orders WHERE ${notedSql(metadata, parameters)} LIMIT ${MOST_GATHERED + 1}`;
  return { sql: `SELECT count(*)::integer AS breadth FROM (${noted}) noted`, parameters: parameters.values };
}

/** Gathers matching orders first, since an index of metadata is not sorted by time, then filters them. */
export function gatheredSql(metadata: Metadata, reading: Reading): string {
  const { filter, parameters } = reading;
  const gathered = `SELECT * FROM orders WHERE ${notedSql(metadata, parameters)} LIMIT ${2 * MOST_GATHERED}`;
  return newestSql(`(${gathered}) noted`, [...timeSql(MOMENT, reading), ...chosenSql(filter, parameters)], reading);
}
