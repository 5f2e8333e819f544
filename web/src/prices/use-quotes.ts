import { useEffect, useReducer, useRef } from 'preact/hooks';
import { ConnectionError, ProblemError } from '#client/src/index.js';
import type { Crypto, Quote } from '#client/src/index.js';
import { api } from '../net/api.js';
import { shouldAsk } from './rules/price-age.js';
import { nextQuotes, NO_QUOTES } from './rules/quotes-state.js';
import type { QuotesState } from './rules/quotes-state.js';

export interface QuoteWish {
  readonly pair: Pick<Crypto, 'crypto' | 'network'>;
  readonly fiat: string;
  readonly amount: string;
  readonly country: string;
}

const TYPING_MS = 350;
/** A request that is incomplete for less is being retyped. */
const RETYPING_MS = 900;
const TICK_MS = 1000;
const PASSING: readonly string[] = ['rate_limited', 'unavailable', 'ramp_unavailable', 'internal'];

/**
 * Quotes of all payment methods, refreshed as they age while the visitor is active. `wish` null: incomplete.
 * `isPaused`: the visitor is about to pay, so prices stay. `preselect`: among the first prices.
 */
export function useQuotes(
  wish: QuoteWish | null,
  isOnline: boolean,
  isPaused: boolean,
  preselect: (items: readonly Quote[]) => Quote | undefined,
): { quotes: QuotesState; refresh: () => void; replace: (quote: Quote) => void } {
  const [quotes, tell] = useReducer(nextQuotes, NO_QUOTES);
  const key = wish === null ? null : JSON.stringify(wish);
  const touchedAt = useRef(Date.now());
  const asking = useRef<AbortController | null>(null);

  const ask = (): void => {
    if (wish === null) return;
    asking.current?.abort();
    const own = new AbortController();
    asking.current = own;
    tell({ kind: 'asked' });
    const { pair, ...rest } = wish;
    api.quotes({ side: 'BUY', type: 'ALL', ...pair, ...rest }, { signal: own.signal }).then(
      (prices) => tell({ kind: 'came', prices, first: preselect(prices.items), at: Date.now() }),
      (error: unknown) => {
        if (!own.signal.aborted) tell({ kind: 'failed', error, at: Date.now(), ...howItFailed(error) });
      },
    );
  };

  const refresh = (): void => {
    touchedAt.current = Date.now();
    ask();
  };

  useEffect(() => {
    tell({ kind: 'changed', to: wish === null ? null : { fiat: wish.fiat, crypto: wish.pair.crypto } });
    const timer =
      wish === null
        ? setTimeout(() => tell({ kind: 'dropped' }), RETYPING_MS)
        : // The first terms are the page's own, or complete at last.
          setTimeout(ask, asking.current === null ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      asking.current?.abort();
    };
  }, [key]);

  useEffect(() => {
    if (key === null || isPaused) return undefined;
    const look = (): void => {
      const { pricedAt, failure, isAsking } = quotes;
      const now = Date.now();
      const isVisible = document.visibilityState === 'visible';
      // The first request of new terms waits for a pause in typing.
      if (pricedAt === null && failure === null) return;
      if (shouldAsk({ now, pricedAt, failure, isAsking, isVisible, isOnline, touchedAt: touchedAt.current })) ask();
    };
    const touch = (): void => {
      touchedAt.current = Date.now();
    };
    const timer = setInterval(look, TICK_MS);
    const events = ['pointerdown', 'keydown', 'scroll'] as const;
    document.addEventListener('visibilitychange', touch);
    document.addEventListener('visibilitychange', look);
    for (const event of events) addEventListener(event, touch, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', touch);
      document.removeEventListener('visibilitychange', look);
      for (const event of events) removeEventListener(event, touch);
    };
  }, [key, isPaused, quotes, isOnline]);

  return { quotes, refresh, replace: (quote) => tell({ kind: 'moved', quote }) };
}

function howItFailed(error: unknown): { mayPass: boolean; retryAfterMs: number | null } {
  if (error instanceof ConnectionError) return { mayPass: true, retryAfterMs: error.retryAfterMs };
  if (error instanceof ProblemError) {
    return { mayPass: PASSING.includes(error.code), retryAfterMs: error.retryAfterMs };
  }
  return { mayPass: false, retryAfterMs: null };
}
