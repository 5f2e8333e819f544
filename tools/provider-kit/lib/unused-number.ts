import { randomBytes } from 'node:crypto';
import { base32 } from '../../../src/platform/terms/order.js';

export const randomText = (length: number): string => base32(randomBytes(length)).slice(0, length);

/** A number that cannot be guessed and was never used; its words explain it to the provider's staff. */
export const unusedNumber = (): string => `unused-probe-${randomText(26)}`;
