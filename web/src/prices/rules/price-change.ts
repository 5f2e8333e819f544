import { compareDecimals, isDecimal, isWithinPercentBelow, percentChange } from '#src/platform/terms/decimal.js';

/** The drop in per cent that needs no consent of the visitor. Decimal text. */
export const TOLERANCE_PERCENT = '1';

export interface PriceChange {
  /** `moved`: so much worse that the visitor must agree. */
  readonly kind: 'same' | 'better' | 'worse' | 'moved';
  /** The change in per cent, without sign. */
  readonly percent: string;
}

/** With the quantity that the visitor agreed to. */
export interface AgreedChange extends PriceChange {
  readonly before: string | null;
}

const SAME: PriceChange = { kind: 'same', percent: '0' };

/** The change of the quantity received. Quantities are as the service states them; null: unstated. */
export function priceChange(before: string | null, now: string | null): PriceChange {
  if (!isQuantity(before) || !isQuantity(now)) return SAME;
  const order = compareDecimals(now, before);
  if (order === 0) return SAME;
  const percent = percentChange(before, now, 2).replace('-', '');
  if (order > 0) return { kind: 'better', percent };
  return { kind: isWithinPercentBelow(now, before, TOLERANCE_PERCENT) ? 'worse' : 'moved', percent };
}

/**
 * The baseline for later quantities: the agreed one, or the best shown since. So a price that falls in small steps
 * needs consent once it has fallen far enough.
 */
export function agreedQuantity(agreed: string | null, now: string | null): string | null {
  if (!isQuantity(now)) return agreed;
  return !isQuantity(agreed) || compareDecimals(now, agreed) > 0 ? now : agreed;
}

/** Is it a positive decimal, which can be promised? */
export function isQuantity(text: string | null | undefined): text is string {
  return typeof text === 'string' && isDecimal(text) && compareDecimals(text, '0') > 0;
}
