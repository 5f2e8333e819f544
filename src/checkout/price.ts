import { shownPrice } from '../orders/decisions/shown-price.js';
import type { Asked, Refusal, ShownPrice, TradeRow } from '../orders/model/order.types.js';
import type { Quote } from '../ramp/port/ramp.types.js';
import { sameTerm } from '../platform/shared/canonical-terms.js';
import { compareDecimals, isDecimal, isWithinPercentBelow } from '../platform/shared/decimal.js';
import { Problem, PROBLEM_TEXTS } from '../platform/shared/problem.js';

/**
 * How a price that was shown stands now. `holds`: the trade may be sent; `quote` null: no price was shown. `declined`: it
 * may not, and why. `unknown`: the provider does not say at the moment.
 */
export type PriceNow =
  | { readonly kind: 'holds'; readonly quote: Quote | null }
  | { readonly kind: 'declined'; readonly refusal: Refusal }
  | { readonly kind: 'unknown' };

const MOVED = {
  problem: 'quote_moved',
  returnCode: null,
  returnMsg: null,
  traceId: null,
  min: null,
  max: null,
} as const;

/**
 * Does the price hold? More is always welcome, and less as far as the caller tolerates it. A quote for something else, or
 * one that does not say how much is received, is none.
 */
export function judgePrice(shown: ShownPrice, asked: Asked, quotes: readonly Quote[]): PriceNow {
  const ours = quotes.filter(
    ({ fiat, crypto }) => sameTerm('fiat', fiat, asked.fiat) && sameTerm('crypto', crypto, asked.crypto),
  );
  const quote = ours.find(({ payWayCode }) => sameTerm('payWayCode', payWayCode, asked.payWayCode)) ?? ours[0] ?? null;
  const received = quote?.cryptoQuantity ?? null;
  const holds =
    received !== null &&
    isDecimal(received) &&
    isWithinPercentBelow(received, shown.cryptoQuantity, shown.tolerancePercent);
  return holds ? { kind: 'holds', quote } : { kind: 'declined', refusal: { ...MOVED, quote } };
}

/** What a caller is told whose price has moved: `quote` is the price of now. */
export function quoteMoved(merchantOrderNo: string, quote: Quote | null): Problem {
  return new Problem('quote_moved', PROBLEM_TEXTS.quoteMoved, { members: { merchantOrderNo, quote } });
}

/** For so long a price that was found is worth telling again. */
const FRESH_MS = 10_000;

/**
 * Was the same quote found to have moved a moment ago? Then its repeats are told the same, so that a frontend which sends
 * it again and again costs the provider nothing.
 */
export function hasJustMoved(trade: TradeRow, quote: ShownPrice | null, now: Date): boolean {
  const shown = shownPrice(trade);
  return (
    quote !== null &&
    shown !== null &&
    trade.status === 'REJECTED' &&
    trade.refusal?.problem === MOVED.problem &&
    Math.abs(now.getTime() - trade.statusAt.getTime()) < FRESH_MS &&
    compareDecimals(shown.cryptoQuantity, quote.cryptoQuantity) === 0 &&
    compareDecimals(shown.tolerancePercent, quote.tolerancePercent) === 0
  );
}

/** Nobody can say what the price is, which another attempt may change. */
export function isOutage({ code }: Problem): boolean {
  return code === 'ramp_unavailable' || code === 'ramp_protocol';
}

/** The provider refuses to name a price: it would refuse the trade as well. */
export function declinedBy({ code, extras }: Problem): Refusal {
  const { returnCode = null, returnMsg = null, traceId = null } = extras.ramp ?? {};
  const bound = (name: 'min' | 'max'): string | null => {
    const value = extras.members?.[name];
    return typeof value === 'string' ? value : null;
  };
  return { problem: code, returnCode, returnMsg, traceId, min: bound('min'), max: bound('max') };
}
