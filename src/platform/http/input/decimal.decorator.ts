import { ValidateBy } from 'class-validator';
import { isDecimal, isPositiveDecimal } from '../../shared/decimal.js';

/** An amount: a plain decimal above zero, as text. A JSON number is refused, for it may have lost digits already. */
export function IsAmount(): PropertyDecorator {
  return ValidateBy({
    name: 'isAmount',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isPositiveDecimal(value),
      defaultMessage: () => 'must be a decimal above zero, written as text, such as "100.00"',
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
      defaultMessage: () => 'must be a decimal from 0 to 100, written as text, such as "1.5"',
    },
  });
}
