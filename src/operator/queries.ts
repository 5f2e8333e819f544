import { momentOf } from '../platform/shared/moment.js';
import { pageSize } from '../platform/shared/page.js';
import type { PageRequest } from '../platform/shared/page.js';
import { wrongField } from '../platform/shared/problem.js';
import { decodeCursor } from './cursor.js';

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Within a bigint. */
export const WHOLE_NUMBER = /^[1-9]\d{0,17}$/;

interface AskedPage {
  readonly limit?: string;
  readonly cursor?: string;
}

interface AskedSpan {
  readonly from?: string;
  readonly to?: string;
}

/** The page that a checked query asks for. */
export function pageAsked({ limit, cursor }: AskedPage, id: RegExp): PageRequest {
  return {
    limit: pageSize(limit),
    after: cursor === undefined ? null : decodeCursor(cursor, id),
  };
}

/** The span that a checked query asks for. Throws `invalid_request` when it ends before it begins. */
export function spanAsked(query: AskedSpan): { from: Date | null; to: Date | null } {
  const [from, to] = [query.from, query.to].map((text) => (text === undefined ? null : momentOf(text)));
  const span = { from: from ?? null, to: to ?? null };
  if (span.from !== null && span.to !== null && span.from >= span.to) {
    throw wrongField('to', 'must be later than from');
  }
  return span;
}

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
