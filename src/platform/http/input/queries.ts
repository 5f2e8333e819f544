import { momentOf } from '../../time/time.js';
import { pageSize } from '../../database/pages.js';
import type { PageRequest } from '../../database/pages.js';
import { wrongField } from '../../problems/problem.js';
import { decodeCursor } from './cursor.js';

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Within a bigint. */
export const WHOLE_NUMBER = /^[1-9]\d{0,17}$/;

interface AskedPage {
  readonly limit?: string;
  readonly cursor?: string;
}

interface AskedSpan {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function pageAsked({ limit, cursor }: AskedPage, id: RegExp): PageRequest {
  return {
    limit: pageSize(limit),
    after: cursor === undefined ? null : decodeCursor(cursor, id),
  };
}

/** The span of a validated query. Throws `invalid_request` when it ends before it begins. */
export function spanAsked(
  query: AskedSpan,
  [first, last]: readonly [string, string] = ['from', 'to'],
): { from: Date | null; to: Date | null } {
  const [from, to] = [query.from, query.to].map((text) => (text === undefined ? null : momentOf(text)));
  const span = { from: from ?? null, to: to ?? null };
  if (span.from !== null && span.to !== null && span.from >= span.to) {
    throw wrongField(last, `must be later than ${first}`);
  }
  return span;
}
