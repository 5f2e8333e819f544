import { compareDecimals, isDecimal, isWithinPercentBelow, percentChange } from '#src/platform/shared/decimal.js';

/** By how many per cent less may arrive than was shown, before the visitor is asked. Decimal text. */
export const TOLERANCE_PERCENT = '1';

export interface PriceChange {
  /** `moved`: so much worse that the visitor has to agree. */
  readonly kind: 'same' | 'better' | 'worse' | 'moved';
  /** By how many per cent less or more arrives, without sign. */
  readonly percent: string;
}

const SAME: PriceChange = { kind: 'same', percent: '0' };

/** What became of the amount that arrives. Quantities are as the service gives them; null: not said. */
export function priceChange(before: string | null, now: string | null): PriceChange {
  if (!isQuantity(before) || !isQuantity(now)) return SAME;
  const order = compareDecimals(now, before);
  if (order === 0) return SAME;
  const percent = percentChange(before, now, 2).replace('-', '');
  if (order > 0) return { kind: 'better', percent };
  return { kind: isWithinPercentBelow(now, before, TOLERANCE_PERCENT) ? 'worse' : 'moved', percent };
}

/**
 * The quantity that later ones are compared with: what the visitor agreed to, or the best that was shown since. A price
 * that falls little by little is asked about once it has fallen far enough.
 */
export function agreedQuantity(agreed: string | null, now: string | null): string | null {
  if (!isQuantity(now)) return agreed;
  return !isQuantity(agreed) || compareDecimals(now, agreed) > 0 ? now : agreed;
}

/** Can it be promised to somebody? */
export function isQuantity(text: string | null | undefined): text is string {
  return typeof text === 'string' && isDecimal(text) && compareDecimals(text, '0') > 0;
}
