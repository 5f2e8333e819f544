import { fiatDigits } from '../../../../src/catalog/rules/fiat-precision.js';
import { compareDecimals, isDecimal, withFractionDigits } from '../../../../src/platform/terms/decimal.js';
import { isWanted } from '../../lib/wishes.js';
import type { Wishes } from '../../lib/wishes.js';
import type { CryptoPair } from '../../../../src/ramp/port/ramp.types.js';

interface Bought {
  readonly crypto: string;
  readonly network: string;
  /** Fiat, within the limits. */
  readonly amount: string;
  /** Outside the limits; null: the list has no such limit. */
  readonly tooLittle: string | null;
  readonly tooMuch: string | null;
  /** A whole amount with the ISO 4217 decimals of the fiat; null: it has none, or the amount is not whole. */
  readonly withDecimals: string | null;
}

interface Sold {
  readonly crypto: string;
  readonly network: string;
  readonly amount: string;
}

export interface Subject {
  readonly fiat: string;
  readonly country: string;
  /** null: nothing can be bought, or sold. */
  readonly buy: Bought | null;
  readonly sell: Sold | null;
}

/** The first pair that fits the wishes, preferably one that can also be sold, and an amount within its limits. */
export function chooseSubject(pairs: readonly CryptoPair[], wishes: Wishes): Subject {
  const buyable = pairs.filter((pair) => pair.buyEnabled && isWanted(pair, wishes));
  const bought = buyable.find(({ sellEnabled }) => sellEnabled) ?? buyable[0];
  const sellable = pairs.filter(({ sellEnabled }) => sellEnabled);
  const sold = sellable.find((pair) => pair === bought) ?? sellable[0];
  return {
    fiat: wishes.fiat,
    country: wishes.country,
    buy: bought === undefined ? null : buyOf(bought, wishes),
    sell: sold === undefined ? null : sellOf(sold),
  };
}

function buyOf({ crypto, network, minBuyAmount: min, maxBuyAmount: max }: CryptoPair, wishes: Wishes): Bought {
  const amount = wishes.amount ?? amountWithin(min, max) ?? '100';
  return {
    crypto,
    network,
    amount,
    tooLittle: min !== null && compareDecimals(min, '1') > 0 ? '1' : null,
    tooMuch: max === null ? null : `${wholePart(max) + 1n}00`,
    withDecimals: withDecimals(wishes.fiat, amount),
  };
}

function withDecimals(fiat: string, amount: string): string | null {
  const digits = fiatDigits(fiat, {});
  return digits === null || digits === 0 || amount.includes('.') ? null : withFractionDigits(amount, digits);
}

function sellOf({ crypto, network, minSellAmount, maxSellAmount }: CryptoPair): Sold {
  return { crypto, network, amount: amountWithin(minSellAmount, maxSellAmount) ?? '1' };
}

/** A whole amount if possible, since some currencies have no decimals; else the minimum. */
function amountWithin(min: string | null, max: string | null): string | null {
  if (min === null) return max;
  const fits = (amount: string): boolean => max === null || compareDecimals(amount, max) <= 0;
  // Well above the minimum, which may change between the list and the quote.
  const candidates = [`${wholePart(min) * 2n + 1n}`, `${wholePart(min) + 1n}`];
  return candidates.find(fits) ?? min;
}

function wholePart(amount: string): bigint {
  return isDecimal(amount) ? BigInt(amount.replace(/\..*$/, '')) : 0n;
}
