import type { ValidationError } from '@nestjs/common';
import type { FieldError } from '../../problems/problem.js';

/** One entry per wrong field, named by its path: `quote.tolerancePercent`. */
export function fieldErrors(errors: readonly ValidationError[], parent = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = parent === '' ? error.property : `${parent}.${error.property}`;
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) =>
      wording(rule, message, error.property),
    );
    return [
      ...(own.length === 0 ? [] : [{ field, message: [...new Set(own)].join('; ') }]),
      ...fieldErrors(error.children ?? [], field),
    ];
  });
}

/** Removes the field's name, with which the library begins its messages. */
function wording(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return 'is not a known field';
  if (rule === 'nestedValidation') return 'must be an object';
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
