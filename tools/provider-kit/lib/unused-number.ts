import { randomBytes } from 'node:crypto';
import { base32 } from '../../../src/platform/shared/order-number.js';

export const randomText = (length: number): string => base32(randomBytes(length)).slice(0, length);

/** Of an order that was never made: nobody can have guessed it; the words are for the provider's staff, who may wonder. */
export const unusedNumber = (): string => `unused-probe-${randomText(26)}`;
