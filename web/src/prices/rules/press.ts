import type { Quote } from '#client/src/index.js';
import { compareDecimals } from '#src/platform/terms/decimal.js';
import { isQuantity } from './price-change.js';

/** The screen's content when the button was pressed. */
export interface Press {
  /** All decisions: amount, pair, country, address, memo. */
  readonly wish: string;
  readonly payWayCode: string | null;
  readonly cryptoQuantity: string | null;
}

/**
 * Is a press on old prices valid for new ones? Only for the same decisions and payment method, and if at least the
 * shown quantity arrives; a quantity that was shown must still be stated.
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
