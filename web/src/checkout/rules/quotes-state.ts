import type { Quote, Quotes } from '#client/src/index.js';
import { compareDecimals } from '#src/platform/shared/decimal.js';
import { isQuantity } from './price-change.js';

/** What is known of the prices for one wish. */
export interface QuotesState {
  /** null: none came yet. Kept while newer ones are asked for, and when those don't come. */
  readonly prices: Quotes | null;
  readonly pricedAt: number | null;
  readonly isAsking: boolean;
  readonly failure: QuotesFailure | null;
  /** The method that came first when prices of this wish came first: it is not taken for another that comes first later. */
  readonly firstMethod: string | null;
}

interface QuotesFailure {
  readonly error: unknown;
  readonly at: number;
  /** In a row. */
  readonly count: number;
  readonly retryAfterMs: number | null;
  /** Asking again may help by itself: the network, or a busy service. */
  readonly mayPass: boolean;
}

export type QuotesEvent =
  /** Something else is wished for: prices of before mean nothing. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'came'; readonly prices: Quotes; readonly at: number }
  /** One method's price came with the answer to something else; the others are as old as they were. */
  | { readonly kind: 'moved'; readonly quote: Quote }
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      readonly at: number;
      readonly mayPass: boolean;
      readonly retryAfterMs: number | null;
    };

export const NO_QUOTES: QuotesState = {
  prices: null,
  pricedAt: null,
  isAsking: false,
  failure: null,
  firstMethod: null,
};

export function nextQuotes(state: QuotesState, event: QuotesEvent): QuotesState {
  switch (event.kind) {
    case 'changed':
      return NO_QUOTES;
    case 'asked':
      return { ...state, isAsking: true };
    case 'came':
      return {
        prices: event.prices,
        pricedAt: event.at,
        isAsking: false,
        failure: null,
        firstMethod: state.firstMethod ?? event.prices.items[0]?.payWayCode ?? null,
      };
    case 'moved':
      return { ...state, prices: replaced(state.prices, event.quote) };
    case 'failed': {
      const { error, at, retryAfterMs, mayPass } = event;
      const failed = { error, at, retryAfterMs, mayPass, count: (state.failure?.count ?? 0) + 1 };
      // A wish that is refused now has no price any more, whatever it had before.
      if (!mayPass) return { ...NO_QUOTES, failure: failed, firstMethod: state.firstMethod };
      return { ...state, isAsking: false, failure: failed };
    }
  }
}

/** In its old place: cards that change places under a finger are pressed by mistake. */
function replaced(prices: Quotes | null, quote: Quote): Quotes {
  const { items, failures } = prices ?? { items: [], failures: [] };
  const isThere = items.some(({ payWayCode }) => payWayCode === quote.payWayCode);
  const others = items.map((item) => (item.payWayCode === quote.payWayCode ? quote : item));
  return { items: isThere ? others : [quote, ...items], failures };
}

/** The quote with which most arrives; undefined: there is no choice, or no quote says what arrives. */
export function bestQuote(items: readonly Quote[]): Quote | undefined {
  if (items.length < 2) return undefined;
  const priced = items.filter(({ cryptoQuantity }) => isQuantity(cryptoQuantity));
  return priced.toSorted((a, b) => compareDecimals(b.cryptoQuantity ?? '0', a.cryptoQuantity ?? '0'))[0];
}

/**
 * The quote to go on with: of the method that is wanted, else the first one. A method that was wanted and has no price is
 * not replaced by another: undefined.
 */
export function chosenQuote(prices: Quotes, wanted: string | null): Quote | undefined {
  if (wanted === null) return prices.items[0];
  return prices.items.find(({ payWayCode }) => payWayCode === wanted);
}
