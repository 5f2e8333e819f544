import { IsText } from '../platform/http/input/rules.js';
import { isFiat, NO_FIAT } from './rules/fiat-precision.js';

/** A fiat currency code in upper case, such as `USD`. */
export const IsFiat = (): PropertyDecorator => IsText('isFiat', isFiat, NO_FIAT);
