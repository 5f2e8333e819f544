import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import type { TransformFnParams } from 'class-transformer';
import { countryFault } from '../../terms/countries.js';
import { MEMO, tidyMemo } from '../../addresses/tidy.js';
import { HasNoFault, IsText } from './rule.decorator.js';

/** A name or code: 1 to `max` printable ASCII characters, no blanks. */
export function IsWord(max = 64): PropertyDecorator {
  const pattern = new RegExp(`^[\\x21-\\x7e]{1,${max}}$`);
  return IsText(
    'isWord',
    (text) => pattern.test(text),
    `must be 1 to ${max} printable ASCII characters without spaces`,
  );
}

/** A memo, or empty text for none. Invisible characters are removed first. */
export const IsMemo = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: TransformFnParams): unknown => (typeof value === 'string' ? tidyMemo(value) : value)),
    IsText(
      'isMemo',
      (text) => text === '' || MEMO.test(text),
      'must be at most 128 printable ASCII characters, without leading or trailing spaces',
    ),
  );

/** An assigned ISO 3166-1 code, two letters; the provider decides which countries it serves. */
export const IsCountry = (): PropertyDecorator => HasNoFault('isCountry', countryFault);
