import type { Quote, Quotes } from '#client/src/index.js';
import { compareDecimals } from '#src/platform/terms/decimal.js';
import { isQuantity } from './price-change.js';

export interface QuotesState {
  /** null: none yet. Kept while newer ones load, and if that fails. */
  readonly prices: Quotes | null;
  /** Prices of the terms before, shown until the new ones come, so that nothing jumps; no order uses them. */
  readonly past: { readonly prices: Quotes; readonly firstMethod: string | null } | null;
  readonly pricedAt: number | null;
  readonly isAsking: boolean;
  readonly failure: QuotesFailure | null;
  /** The method preselected among the first prices: later ones do not replace it. */
  readonly firstMethod: string | null;
}

interface QuotesFailure {
  readonly error: unknown;
  readonly at: number;
  readonly count: number;
  readonly retryAfterMs: number | null;
  /** A retry may help: the network, or a busy service. */
  readonly mayPass: boolean;
}

export type QuotesEvent =
  /** The request changed: earlier prices do not apply. `to` null: it is incomplete. */
  | { readonly kind: 'changed'; readonly to: Pick<Quote, 'fiat' | 'crypto'> | null }
  /** The request stayed incomplete. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'came'; readonly prices: Quotes; readonly first: Quote | undefined; readonly at: number }
  /** One method's price came with another response; the others keep their age. */
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
  past: null,
  pricedAt: null,
  isAsking: false,
  failure: null,
  firstMethod: null,
};

export function nextQuotes(state: QuotesState, event: QuotesEvent): QuotesState {
  switch (event.kind) {
    case 'changed':
      return { ...NO_QUOTES, past: pastFor(state, event.to) };
    case 'dropped':
      return NO_QUOTES;
    case 'asked':
      return { ...state, isAsking: true };
    case 'came':
      return {
        prices: event.prices,
        past: null,
        pricedAt: event.at,
        isAsking: false,
        failure: null,
        firstMethod: state.firstMethod ?? event.first?.payWayCode ?? null,
      };
    case 'moved':
      return { ...state, prices: replaced(state.prices, event.quote) };
    case 'failed': {
      const { error, at, retryAfterMs, mayPass } = event;
      const failed = { error, at, retryAfterMs, mayPass, count: (state.failure?.count ?? 0) + 1 };
      // A request that is now refused has no price any more.
      if (!mayPass) return { ...NO_QUOTES, failure: failed, firstMethod: state.firstMethod };
      return { ...state, past: null, isAsking: false, failure: failed };
    }
  }
}

/** Only if currency and crypto stay: other prices would look like wrong answers. */
function pastFor({ prices, past, firstMethod }: QuotesState, to: Pick<Quote, 'fiat' | 'crypto'> | null) {
  const last = prices === null ? past : { prices, firstMethod };
  const [quote] = last?.prices.items ?? [];
  if (quote === undefined) return null;
  return to === null || (quote.fiat === to.fiat && quote.crypto === to.crypto) ? last : null;
}

/** Keeps the position: cards that move under a finger get pressed by mistake. */
function replaced(prices: Quotes | null, quote: Quote): Quotes {
  const { items, failures } = prices ?? { items: [], failures: [] };
  const isThere = items.some(({ payWayCode }) => payWayCode === quote.payWayCode);
  const others = items.map((item) => (item.payWayCode === quote.payWayCode ? quote : item));
  return { items: isThere ? others : [quote, ...items], failures };
}

/** The quote with the largest quantity; undefined: there is no choice, or no quote states a quantity. */
export function bestQuote(items: readonly Quote[]): Quote | undefined {
  if (items.length < 2) return undefined;
  const priced = items.filter(({ cryptoQuantity }) => isQuantity(cryptoQuantity));
  return priced.sort((a, b) => compareDecimals(b.cryptoQuantity ?? '0', a.cryptoQuantity ?? '0'))[0];
}

/**
 * The quote to use: of the chosen method, else the first. undefined: the chosen method has no price, and no other
 * replaces it.
 */
export function chosenQuote(prices: Quotes, wanted: string | null): Quote | undefined {
  if (wanted === null) return prices.items[0];
  return prices.items.find(({ payWayCode }) => payWayCode === wanted);
}

/** The quote to show: the one to use, or that of the terms before while new prices are on their way. */
export function shownQuote({ prices, past, firstMethod }: QuotesState, wanted: string | null): Quote | undefined {
  if (prices !== null) return chosenQuote(prices, wanted ?? firstMethod);
  return past === null ? undefined : chosenQuote(past.prices, wanted ?? past.firstMethod);
}
