import { IsText } from '../platform/http/input/rule.decorator.js';
import { isFiat, NO_FIAT } from './rules/fiat-precision.js';

/** The code of a currency that people pay with, in upper case: `USD`. */
export const IsFiat = (): PropertyDecorator => IsText('isFiat', isFiat, NO_FIAT);
