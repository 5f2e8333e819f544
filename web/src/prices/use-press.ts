import { useEffect, useState } from 'preact/hooks';
import type { Quote } from '#client/src/index.js';
import { isFresh } from './rules/price-age.js';
import { agreedQuantity } from './rules/price-change.js';
import { pressHolds } from './rules/press.js';
import type { Press } from './rules/press.js';
import type { QuotesState } from './rules/quotes-state.js';

interface Pressed {
  /** Key of the purchase without its payment method. A press applies to this purchase only. */
  readonly wish: string;
  readonly quotes: QuotesState;
  readonly quote: Quote | undefined;
  readonly refresh: () => void;
  readonly goOn: (quote: Quote) => void;
}

/**
 * A press with fresh prices continues at once. With old prices it requests new ones and continues if they are as
 * good.
 */
export function usePress({ wish, quotes, quote, refresh, goOn }: Pressed): { isPressed: boolean; press: () => void } {
  const [pressed, setPressed] = useState<Press | null>(null);
  useEffect(() => {
    if (pressed === null || quotes.isAsking) return;
    setPressed(null);
    if (quote !== undefined && quotes.failure === null && pressHolds(pressed, wish, quote)) goOn(quote);
  }, [pressed, quotes]);
  return {
    isPressed: pressed !== null,
    press: () => {
      if (quote === undefined || pressed !== null) return;
      if (quotes.pricedAt !== null && isFresh(quotes.pricedAt, Date.now())) {
        goOn(quote);
        return;
      }
      setPressed({ wish, payWayCode: quote.payWayCode, cryptoQuantity: quote.cryptoQuantity });
      refresh();
    },
  };
}

interface Agreement {
  readonly quantity: string | null;
  readonly agree: (quantity: string | null) => void;
}

/** The quantity that the visitor agreed to, while purchase and method stay the same. */
export function useAgreement(key: string, now: string | null): Agreement {
  const [agreed, setAgreed] = useState<{ readonly key: string; readonly quantity: string | null }>({
    key,
    quantity: now,
  });
  const quantity = agreed.key === key ? agreed.quantity : null;
  useEffect(() => {
    setAgreed((before) => ({ key, quantity: agreedQuantity(before.key === key ? before.quantity : null, now) }));
  }, [key, now]);
  return { quantity, agree: (accepted) => setAgreed({ key, quantity: accepted }) };
}
