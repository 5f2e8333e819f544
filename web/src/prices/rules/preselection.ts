import type { Quote } from '#client/src/index.js';
import { isWithinPercentBelow } from '#src/platform/terms/decimal.js';
import { isQuantity } from './price-change.js';
import { bestQuote } from './quotes-state.js';

/** Minutes from order to delivery with a payment method; null: unknown. */
export type MinutesOf = (payWayCode: string | null) => number | null;

/** What a customer gives up at most for the faster method. Decimal text. */
const NEAR_PERCENT = '2';

/** The quote to preselect: the fastest of those within 2 % of the best, else the best. undefined: there is none. */
export function preselected(items: readonly Quote[], minutesOf: MinutesOf): Quote | undefined {
  const best = bestQuote(items);
  if (best === undefined) return items[0];
  const isNear = ({ cryptoQuantity: own }: Quote): boolean =>
    isQuantity(own) && isWithinPercentBelow(own, best.cryptoQuantity ?? '0', NEAR_PERCENT);
  return fastestQuote(items.filter(isNear), minutesOf) ?? best;
}

/** `near`: the fastest of those near the best price. */
export type Merit = 'best' | 'fastest' | 'near';

/** What speaks for a quote: for the preselected one at least one merit, where prices are known. */
export function meritsIn(items: readonly Quote[], minutesOf: MinutesOf): (quote: Quote) => Merit[] {
  const best = bestQuote(items);
  const fastest = fastestQuote(items, minutesOf);
  const near = best && preselected(items, minutesOf);
  return (quote) => {
    const merits: Merit[] = [];
    if (quote === best) merits.push('best');
    if (quote === fastest) merits.push('fastest');
    if (quote === near && merits.length === 0) merits.push('near');
    return merits;
  };
}

/** The first of the fastest; undefined: no method is known to be slower. */
function fastestQuote(items: readonly Quote[], minutesOf: MinutesOf): Quote | undefined {
  const timed = items.flatMap((quote) => {
    const minutes = minutesOf(quote.payWayCode);
    return minutes === null ? [] : [{ quote, minutes }];
  });
  const least = Math.min(...timed.map(({ minutes }) => minutes));
  return timed.some(({ minutes }) => minutes > least)
    ? timed.find(({ minutes }) => minutes === least)?.quote
    : undefined;
}
