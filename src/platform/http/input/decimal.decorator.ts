import { isDecimal, isPositiveDecimal } from '../../shared/decimal.js';
import { IsText } from './rule.decorator.js';

export const NO_AMOUNT = 'must be a positive decimal string, such as "100.00"';
export const NO_PERCENT = 'must be a decimal string from 0 to 100, such as "1.5"';

/** An amount: a plain decimal above zero, as text. A JSON number is refused, for it may have lost digits already. */
export const IsAmount = (): PropertyDecorator => IsText('isAmount', isPositiveDecimal, NO_AMOUNT);

const isPercent = (text: string): boolean =>
  isDecimal(text) && !text.startsWith('-') && /^(?:\d{1,2}(?:\.|$)|100(?:\.0*)?$)/.test(text);

/** A plain decimal from zero to a hundred, as text. */
export const IsPercent = (): PropertyDecorator => IsText('isPercent', isPercent, NO_PERCENT);
