import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { IsMoment } from '../http/moment.decorator.js';
import { decodeCursor } from './cursor.js';

/** A cursor that a list with such ids gave. */
export const IsCursor = (id: RegExp): PropertyDecorator =>
  ValidateBy({
    name: 'isCursor',
    // A parameter that stands there twice is a list, and is refused.
    validator: {
      validate: (value: unknown) => typeof value === 'string' && decodeCursor(value, id) !== null,
      defaultMessage: () => 'must be the nextCursor of this list',
    },
  });

/** One end of a span of time, which may be left open: a date (its midnight, UTC) or an RFC 3339 time. */
export const IsSpanEnd = (example: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ type: String, example }), IsOptional(), IsMoment());
