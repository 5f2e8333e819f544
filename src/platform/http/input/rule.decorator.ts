import { ValidateBy } from 'class-validator';
import type { ValidationArguments } from 'class-validator';

/** A rule of our own: `faultOf` says what is wrong with a value; null: nothing. */
export const HasNoFault = (name: string, faultOf: (value: unknown) => string | null): PropertyDecorator =>
  ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => faultOf(value) === null,
      defaultMessage: (given?: ValidationArguments) => faultOf(given?.value) ?? '',
    },
  });

/** A text as it has to be. Whatever else, such as a parameter that stands there twice, is refused in the same words. */
export const IsText = (name: string, isGood: (text: string) => boolean, fault: string): PropertyDecorator =>
  HasNoFault(name, (value) => (typeof value === 'string' && isGood(value) ? null : fault));
