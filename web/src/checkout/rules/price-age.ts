/** After so long a price is asked for again. */
export const FRESH_MS = 30_000;
/** Nobody has touched the page for so long: prices are asked for again when somebody does. */
export const UNTOUCHED_MS = 10 * 60_000;
/** Waits after failures in a row; after more of them only the visitor asks again. */
const RETRY_MS = [3000, 6000, 12_000, 24_000];

/** Times are in milliseconds of the wall clock, which goes on while a machine sleeps. */
export interface PriceClock {
  readonly now: number;
  /** When the prices that are shown came; null: there are none. */
  readonly pricedAt: number | null;
  /** When asking last failed, and how often it did in a row; null: it did not. */
  readonly failure: {
    readonly at: number;
    readonly count: number;
    readonly retryAfterMs: number | null;
    readonly mayPass: boolean;
  } | null;
  readonly isAsking: boolean;
  readonly isVisible: boolean;
  readonly isOnline: boolean;
  readonly touchedAt: number;
}

/** A price whose time lies in the future came before the clock was set back: nobody knows how old it is. */
export function isFresh(pricedAt: number, now: number): boolean {
  return now >= pricedAt && now - pricedAt < FRESH_MS;
}

/** Whole seconds until the price is asked for again. */
export function secondsLeft(pricedAt: number, now: number): number {
  return isFresh(pricedAt, now) ? Math.ceil((pricedAt + FRESH_MS - now) / 1000) : 0;
}

/** Is it time to ask for prices? Each question costs the provider something: only for somebody who looks. */
export function shouldAsk({ now, pricedAt, failure, isAsking, isVisible, isOnline, touchedAt }: PriceClock): boolean {
  if (isAsking || !isVisible || !isOnline || now - touchedAt >= UNTOUCHED_MS) return false;
  if (failure !== null) return failure.mayPass && now - failure.at >= retryDelay(failure);
  return pricedAt === null || !isFresh(pricedAt, now);
}

function retryDelay({ count, retryAfterMs }: { readonly count: number; readonly retryAfterMs: number | null }): number {
  return Math.max(RETRY_MS[count - 1] ?? Infinity, retryAfterMs ?? 0);
}
