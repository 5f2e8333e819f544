import { shownPrice } from '../orders/decisions/shown-price.js';
import type { OrderTerms, TradeRefusal, ShownPrice, TradeRow } from '../orders/model/order.types.js';
import type { Paused } from '../pauses/rules/pause.js';
import type { Quote } from '../ramp/port/ramp.types.js';
import { sameTerm } from '../platform/terms/terms.js';
import { compareDecimals, isDecimal, isWithinPercentBelow } from '../platform/terms/decimal.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { iso } from '../platform/time/time.js';

/** `holds`: the trade may be sent; its `quote` is null if no price was shown. `unknown`: the provider gives no price now. */
export type PriceCheck =
  | { readonly kind: 'holds'; readonly quote: Quote | null }
  | { readonly kind: 'declined'; readonly refusal: TradeRefusal }
  | { readonly kind: 'unknown' };

/** Nothing was sent, so the provider has said nothing. */
const UNSENT = { returnCode: null, returnMsg: null, traceId: null, min: null, max: null } as const;
const MOVED = { problem: 'quote_moved', ...UNSENT } as const;

export const pausedRefusal = ({ until }: Paused): TradeRefusal => ({
  problem: 'paused',
  ...UNSENT,
  until: iso(until),
});

/** A higher quantity always holds, a lower one within the caller's tolerance. */
export function judgePrice(shown: ShownPrice, asked: OrderTerms, quotes: readonly Quote[]): PriceCheck {
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

export function quoteMoved(merchantOrderNo: string, quote: Quote | null): Problem {
  return new Problem('quote_moved', PROBLEM_TEXTS.quoteMoved, { members: { merchantOrderNo, quote } });
}

const FRESH_MS = 10_000;

/** Repeats get the same answer for a moment, so that a frontend's loop costs the provider nothing. */
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

export function isOutage({ code }: Problem): boolean {
  return code === 'ramp_unavailable' || code === 'ramp_protocol' || code === 'unavailable';
}

/** What is not quoted would be refused as well. */
export function declinedBy({ code, extras }: Problem): TradeRefusal {
  const { returnCode = null, returnMsg = null, traceId = null } = extras.ramp ?? {};
  const member = (name: 'min' | 'max' | 'until'): string | null => {
    const value = extras.members?.[name];
    return typeof value === 'string' ? value : null;
  };
  const until = code === 'paused' ? { until: member('until') } : {};
  return { problem: code, returnCode, returnMsg, traceId, min: member('min'), max: member('max'), ...until };
}
