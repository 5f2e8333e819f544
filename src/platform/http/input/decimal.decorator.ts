import { ValidateBy } from 'class-validator';
import { isDecimal, isPositiveDecimal } from '../../shared/decimal.js';

export const NO_AMOUNT = 'must be a positive decimal string, such as "100.00"';
export const NO_PERCENT = 'must be a decimal string from 0 to 100, such as "1.5"';

/** An amount: a plain decimal above zero, as text. A JSON number is refused, for it may have lost digits already. */
export function IsAmount(): PropertyDecorator {
  return ValidateBy({
    name: 'isAmount',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isPositiveDecimal(value),
      defaultMessage: () => NO_AMOUNT,
    },
  });
}

/** A plain decimal from zero to a hundred, as text. */
export function IsPercent(): PropertyDecorator {
  return ValidateBy({
    name: 'isPercent',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'string' &&
        isDecimal(value) &&
        !value.startsWith('-') &&
        /^(?:\d{1,2}(?:\.|$)|100(?:\.0*)?$)/.test(value),
      defaultMessage: () => NO_PERCENT,
    },
  });
}
