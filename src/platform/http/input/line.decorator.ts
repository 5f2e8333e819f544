import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import type { TransformFnParams } from 'class-transformer';
import { lineFault } from '../../shared/plain-text.js';
import { HasNoFault } from './rule.decorator.js';

/** One line of `min` to `max` characters that people read: it cannot pass for two lines, or for other words. */
export const IsLine = (min: number, max: number): PropertyDecorator =>
  HasNoFault('isLine', (value) => lineFault(value, min, max));

/** Why staff does something: such a line, without the blanks around it. */
export function IsReason(min: number, max: number): PropertyDecorator {
  const trimmed = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value);
  return applyDecorators(Transform(trimmed), IsLine(min, max));
}
