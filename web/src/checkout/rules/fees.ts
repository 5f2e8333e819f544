import type { Quote } from '#client/src/index.js';
import { compareDecimals, isDecimal, percentChange, sumOfDecimals } from '#src/platform/terms/decimal.js';

/** All fees of a purchase. */
export type Fees =
  | {
      readonly kind: 'total';
      readonly amount: string;
      /** Share of the amount paid, in per cent; null: too small to state. */
      readonly percent: string | null;
    }
  /** One of the fees is not stated. */
  | { readonly kind: 'least'; readonly amount: string }
  | { readonly kind: 'unknown' };

type Charged = Pick<Quote, 'fiat' | 'rampFee' | 'networkFee'>;

/**
 * The service fee and the network fee together, in the currency of the purchase with its `digits` decimals. Rounded
 * up as a total and down as a lower bound, so that it is never understated. A rebate is no part of it: it may come
 * later.
 */
export function feesOf(quote: Charged | undefined, paid: { fiat: string; amount: string }, digits: number): Fees {
  if (quote === undefined || quote.fiat !== paid.fiat) return { kind: 'unknown' };
  const fees = [quote.rampFee, quote.networkFee];
  const stated = fees.filter(isFee);
  if (stated.length === fees.length) {
    const whole = percentChange(paid.amount, sumOfDecimals([paid.amount, ...stated], 30, 'up'), 1);
    return { kind: 'total', amount: sumOfDecimals(stated, digits, 'up'), percent: whole === '0' ? null : whole };
  }
  const least = sumOfDecimals(stated, digits, 'down');
  return compareDecimals(least, '0') > 0 ? { kind: 'least', amount: least } : { kind: 'unknown' };
}

function isFee(amount: string | null): amount is string {
  return amount !== null && isDecimal(amount) && compareDecimals(amount, '0') >= 0;
}
