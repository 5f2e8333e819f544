import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import type { TransformFnParams } from 'class-transformer';
import { lineFault } from '../../text/text.js';
import { HasNoFault } from './rule.decorator.js';

/** One line of `min` to `max` visible characters: it can pass neither for two lines nor for another text. */
export const IsLine = (min: number, max: number): PropertyDecorator =>
  HasNoFault('isLine', (value) => lineFault(value, min, max));

/** Staff's reason: such a line, trimmed. */
export function IsReason(min: number, max: number): PropertyDecorator {
  const trimmed = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value);
  return applyDecorators(Transform(trimmed), IsLine(min, max));
}
