import type { Quote, Side } from '../../ramp/port/ramp.types.js';
import { compareDecimals } from '../../platform/terms/decimal.js';

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;

/** Sorted by what the customer receives, most first; quotes without a quantity come last. */
export function bestFirst(side: Side, quotes: readonly Quote[]): Quote[] {
  return quotes.toSorted((a, b) => compareReceived(received(side, b), received(side, a)));
}

/** BUY: crypto; SELL: fiat. */
function received(side: Side, quote: Quote): string | null {
  const quantity = side === 'BUY' ? quote.cryptoQuantity : quote.fiatQuantity;
  return quantity !== null && NUMBER.test(quantity) ? quantity : null;
}

function compareReceived(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareDecimals(a, b);
}
