import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsMoment } from './moment.decorator.js';
import { decodeCursor } from './cursor.js';
import { isPageSize, PAGE_SIZE_FAULT } from '../../database/pages.js';
import { IsText } from './rule.decorator.js';

export const CURSOR_EXAMPLE = 'WyIyMDI2LTAxLTMxVDEyOjAwOjAwLjEyMzQ1NloiLCJBLTEwMDEiXQ';

export const IsPageLimit = (): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      description: 'The page size: 1 to 200, 50 by default.',
      ...{ type: 'integer', minimum: 1, maximum: 200, default: 50, example: 20 },
    }),
    IsOptional(),
    IsText('isPageSize', isPageSize, PAGE_SIZE_FAULT),
  );

/** An optional cursor from a list with such ids. */
export const IsCursor = (id: RegExp): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: String, example: CURSOR_EXAMPLE }),
    IsOptional(),
    IsText('isCursor', (text) => decodeCursor(text, id) !== null, 'must be a nextCursor of this list'),
  );

/** One end of a span, optional: a date (its midnight, UTC) or an RFC 3339 time. */
export const IsSpanEnd = (example: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ type: String, example }), IsOptional(), IsMoment());
