import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { IsMoment } from '../http/moment.decorator.js';
import { decodeCursor } from './cursor.js';

const rule = (name: string, isRight: (text: string) => boolean, message: string): PropertyDecorator =>
  ValidateBy({
    name,
    // A parameter that stands there twice is a list, and is refused.
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isRight(value),
      defaultMessage: () => message,
    },
  });

/** A whole number from 1 to 200. */
export const IsPageSize = (): PropertyDecorator =>
  rule('isPageSize', (text) => /^(?:[1-9]\d?|1\d\d|200)$/.test(text), 'must be a whole number from 1 to 200');

/** A cursor that a list with such ids gave. */
export const IsCursor = (id: RegExp): PropertyDecorator =>
  rule('isCursor', (text) => decodeCursor(text, id) !== null, 'must be the nextCursor of this list');

/** One end of a span of time, which may be left open: a date (its midnight, UTC) or an RFC 3339 time. */
export const IsSpanEnd = (example: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ type: String, example }), IsOptional(), IsMoment());
