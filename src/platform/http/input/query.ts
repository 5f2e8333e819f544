import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsMoment, IsText, MayBeAbsent } from './rules.js';
import { decodeCursor } from './cursor.js';
import { isPageSize, PAGE_SIZE_FAULT, pageSize } from '../../database/pages.js';
import { momentOf } from '../../time/time.js';
import type { PageRequest } from '../../database/pages.js';
import { wrongField } from '../../problems/problem.js';

export const CURSOR_EXAMPLE = 'WyIyMDI2LTAxLTMxVDEyOjAwOjAwLjEyMzQ1NloiLCJBLTEwMDEiXQ';

export const IsPageLimit = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description: 'The page size: 1 to 200, 50 by default.',
      type: 'integer',
      minimum: 1,
      maximum: 200,
      default: 50,
      example: 20,
    }),
    MayBeAbsent(),
    IsText('isPageSize', isPageSize, PAGE_SIZE_FAULT),
  );

export const IsCursor = (id: RegExp): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, example: CURSOR_EXAMPLE }),
    MayBeAbsent(),
    IsText('isCursor', (text) => decodeCursor(text, id) !== null, 'must be a nextCursor of this list'),
  );

/** One end of a span, optional: a date (its midnight, UTC) or an RFC 3339 time. */
export const IsSpanEnd = (example: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ type: String, example }), MayBeAbsent(), IsMoment());

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

export function pageRequestOf({ limit, cursor }: AskedPage, id: RegExp): PageRequest {
  return { limit: pageSize(limit), after: cursor === undefined ? null : decodeCursor(cursor, id) };
}

/** The span of a validated query. Throws `invalid_request` when it ends before it begins. */
export function spanOf(
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
