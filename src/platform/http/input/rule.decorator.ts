import { ValidateBy } from 'class-validator';
import type { ValidationArguments } from 'class-validator';

/** A custom rule: `faultOf` describes the fault of a value; null: none. */
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
