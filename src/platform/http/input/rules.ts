import { ValidateBy, ValidateIf, IsObject, ValidateNested } from 'class-validator';
import type { ValidationArguments } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import type { TransformFnParams } from 'class-transformer';
import { countryFault } from '../../terms/countries.js';
import { MEMO, tidyMemo } from '../../addresses/tidy.js';
import { lineFault } from '../../text/text.js';
import { isDecimal, isPositiveDecimal, NO_AMOUNT, NO_PERCENT } from '../../terms/decimal.js';
import { momentOf } from '../../time/time.js';

/** null is refused; `IsOptional` is for fields that document it. */
export const MayBeAbsent = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** null: no fault. */
export const HasNoFault = (name: string, faultOf: (value: unknown) => string | null): PropertyDecorator =>
  ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => faultOf(value) === null,
      defaultMessage: (given?: ValidationArguments) => faultOf(given?.value) ?? '',
    },
  });

/** A text that satisfies `isGood`. Any other value, such as a repeated parameter, gets the same message. */
export const IsText = (name: string, isGood: (text: string) => boolean, fault: string): PropertyDecorator =>
  HasNoFault(name, (value) => (typeof value === 'string' && isGood(value) ? null : fault));

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

/** The provider decides which countries it serves. */
export const IsCountry = (): PropertyDecorator => HasNoFault('isCountry', countryFault);

/** One line of `min` to `max` visible characters: it can pass neither for two lines nor for another text. */
export const IsLine = (min: number, max: number): PropertyDecorator =>
  HasNoFault('isLine', (value) => lineFault(value, min, max));

/** Staff's reason: such a line, trimmed. */
export function IsReason(min: number, max: number): PropertyDecorator {
  const trimmed = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value);
  return applyDecorators(Transform(trimmed), IsLine(min, max));
}

/** An amount: a positive plain decimal as text. JSON numbers are refused, since they may have lost digits. */
export const IsAmount = (): PropertyDecorator => IsText('isAmount', isPositiveDecimal, NO_AMOUNT);

const isPercent = (text: string): boolean =>
  isDecimal(text) && !text.startsWith('-') && /^(?:\d{1,2}(?:\.|$)|100(?:\.0*)?$)/.test(text);

export const IsPercent = (): PropertyDecorator => IsText('isPercent', isPercent, NO_PERCENT);

export const IsMoment = (): PropertyDecorator =>
  IsText(
    'isMoment',
    (text) => momentOf(text) !== null,
    'must be a time such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31',
  );

/** A nested object with rules of its own. `ValidateNested` alone would also accept a list. */
export function IsNested(nested: () => new () => object): PropertyDecorator {
  return applyDecorators(ValidateNested(), Type(nested), IsObject({ message: 'must be an object' }));
}
