import { isDecimal, isPositiveDecimal, NO_AMOUNT, NO_PERCENT } from '../../terms/decimal.js';
import { IsText } from './rule.decorator.js';

/** An amount: a positive plain decimal as text. JSON numbers are refused, since they may have lost digits. */
export const IsAmount = (): PropertyDecorator => IsText('isAmount', isPositiveDecimal, NO_AMOUNT);

const isPercent = (text: string): boolean =>
  isDecimal(text) && !text.startsWith('-') && /^(?:\d{1,2}(?:\.|$)|100(?:\.0*)?$)/.test(text);

export const IsPercent = (): PropertyDecorator => IsText('isPercent', isPercent, NO_PERCENT);
