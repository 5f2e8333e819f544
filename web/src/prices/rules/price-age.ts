/** Age at which prices are refreshed. */
export const FRESH_MS = 30_000;
/** Idle time after which refreshing pauses until the visitor acts. */
export const UNTOUCHED_MS = 10 * 60_000;
/** Delays after consecutive failures; after the last one only the visitor retries. */
const RETRY_MS = [3000, 6000, 12_000, 24_000];

/** Milliseconds of the wall clock, which goes on while a machine sleeps. */
export interface PriceClock {
  readonly now: number;
  /** When the shown prices came; null: there are none. */
  readonly pricedAt: number | null;
  /** The last failure and the number of failures in a row; null: none. */
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

/** A price dated in the future came before the clock was set back: its age is unknown. */
export function isFresh(pricedAt: number, now: number): boolean {
  return now >= pricedAt && now - pricedAt < FRESH_MS;
}

export function secondsLeft(pricedAt: number, now: number): number {
  return isFresh(pricedAt, now) ? Math.ceil((pricedAt + FRESH_MS - now) / 1000) : 0;
}

/** Is a refresh due? Each one costs the provider something, so only for a visitor who is looking. */
export function shouldAsk({ now, pricedAt, failure, isAsking, isVisible, isOnline, touchedAt }: PriceClock): boolean {
  if (isAsking || !isVisible || !isOnline || now - touchedAt >= UNTOUCHED_MS) return false;
  if (failure !== null) return failure.mayPass && now - failure.at >= retryDelay(failure);
  return pricedAt === null || !isFresh(pricedAt, now);
}

function retryDelay({ count, retryAfterMs }: { readonly count: number; readonly retryAfterMs: number | null }): number {
  return Math.max(RETRY_MS[count - 1] ?? Infinity, retryAfterMs ?? 0);
}
