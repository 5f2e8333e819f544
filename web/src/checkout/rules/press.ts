import type { Quote } from '#client/src/index.js';
import { compareDecimals } from '#src/platform/shared/decimal.js';
import { isQuantity } from './price-change.js';

/** What was on the screen when the button was pressed. */
export interface Press {
  /** Everything that was decided: amount, pair, country, address, memo. */
  readonly wish: string;
  readonly payWayCode: string | null;
  readonly cryptoQuantity: string | null;
}

/**
 * Does a press on old prices hold for the new ones? Only for the same thing, paid in the same way, if at least as much
 * arrives as was on the screen; a quantity that was said then has to be said now.
 */
export function pressHolds(
  { wish, payWayCode, cryptoQuantity }: Press,
  wishNow: string,
  quote: Pick<Quote, 'payWayCode' | 'cryptoQuantity'> | undefined,
): boolean {
  if (quote === undefined || wish !== wishNow) return false;
  if (payWayCode === null || quote.payWayCode !== payWayCode) return false;
  const now = quote.cryptoQuantity;
  if (!isQuantity(cryptoQuantity)) return !isQuantity(now);
  return isQuantity(now) && compareDecimals(now, cryptoQuantity) >= 0;
}
