import { ValidateBy } from 'class-validator';
import { isFiat } from './rules/fiat-precision.js';

/** The code of a currency that people pay with, in upper case: `USD`. */
export function IsFiat(): PropertyDecorator {
  return ValidateBy({
    name: 'isFiat',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isFiat(value),
      defaultMessage: () => 'must be the code of a currency, such as USD',
    },
  });
}
