import { ValidateBy } from 'class-validator';
import { isFiat, NO_FIAT } from './rules/fiat-precision.js';

/** The code of a currency that people pay with, in upper case: `USD`. */
export function IsFiat(): PropertyDecorator {
  return ValidateBy({
    name: 'isFiat',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isFiat(value),
      defaultMessage: () => NO_FIAT,
    },
  });
}
