import { isDecimal, isPositiveDecimal, NO_AMOUNT, NO_PERCENT } from '../../shared/decimal.js';
import { IsText } from './rule.decorator.js';

/** An amount: a plain decimal above zero, as text. A JSON number is refused, for it may have lost digits already. */
export const IsAmount = (): PropertyDecorator => IsText('isAmount', isPositiveDecimal, NO_AMOUNT);

const isPercent = (text: string): boolean =>
  isDecimal(text) && !text.startsWith('-') && /^(?:\d{1,2}(?:\.|$)|100(?:\.0*)?$)/.test(text);

/** A plain decimal from zero to a hundred, as text. */
export const IsPercent = (): PropertyDecorator => IsText('isPercent', isPercent, NO_PERCENT);
