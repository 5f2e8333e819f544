/** How an event stream ended, or why there was none. */
export type StreamEnd =
  /** The order has come as far as it is watched. */
  | { readonly kind: 'reached' }
  /** It was there and is no longer. `held`: it brought news, or lasted; its time was over, or its server was stopped. */
  | { readonly kind: 'ended'; readonly held: boolean }
  /** It was there, and then nothing came any more, not even a sign of life. `held`: before that they did come. */
  | { readonly kind: 'silent'; readonly held: boolean }
  /** The page is looked at again, or the network is back: nobody knows whether it still works. */
  | { readonly kind: 'woken' }
  /** Something else came than a stream. */
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfterMs: number | null }
  /** It did not begin in time: something on the way holds it back until it is complete. */
  | { readonly kind: 'withheld' }
  /** This `fetch` gives answers only as a whole. */
  | { readonly kind: 'unreadable' }
  /** No answer came. */
  | { readonly kind: 'lost' };

export interface AfterStream {
  /** Milliseconds until the stream is tried again. */
  readonly pauseMs: number;
  /** Milliseconds until the order is read meanwhile; null: it is not. */
  readonly askAfterMs: number | null;
  /** It is tried at once when the page comes back, or the network does. */
  readonly wakes: boolean;
}

/** Where the service does not say how long to wait. */
export const RECONNECT_MS = 2000;
const RECONNECT_MOST_MS = 30_000;
const REFUSED_MS = 30_000;
const REFUSED_MOST_MS = 5 * 60_000;
/** So many streams in a row that broke at once are as good as none. */
const FRUITLESS = 3;

/**
 * When to try the stream again. `tries` counts those in a row that came to nothing, this one included (0: it did not); `retryMs`: what the
 * service asks to wait; `chance` from 0 to 1 spreads those whose streams ended together.
 */
export function afterStream(
  end: Exclude<StreamEnd, { kind: 'reached' }>,
  tries: number,
  retryMs: number,
  chance: number,
): AfterStream {
  const spread = 0.5 + chance;
  const reconnect = doubled(Math.min(retryMs, RECONNECT_MOST_MS), tries, RECONNECT_MOST_MS) * spread;
  const muchLater = doubled(REFUSED_MS, tries, REFUSED_MOST_MS) * spread;
  switch (end.kind) {
    case 'woken':
      return { pauseMs: 0, askAfterMs: 0, wakes: true };
    case 'ended':
      return { pauseMs: reconnect, askAfterMs: tries >= FRUITLESS ? 0 : null, wakes: true };
    case 'lost':
      return { pauseMs: reconnect, askAfterMs: 0, wakes: true };
    case 'silent':
      return { pauseMs: end.held ? 0 : muchLater, askAfterMs: 0, wakes: true };
    case 'withheld':
      return { pauseMs: muchLater, askAfterMs: 0, wakes: false };
    case 'refused': {
      const wait = end.retryAfterMs ?? 0;
      // Too many streams say nothing against reading; too many requests do.
      return { pauseMs: Math.max(muchLater, wait), askAfterMs: end.status === 429 ? wait : 0, wakes: false };
    }
    case 'unreadable':
      return { pauseMs: Infinity, askAfterMs: 0, wakes: false };
  }
}

/** Does such an end say nothing against streams? Then the tries are counted anew. */
export const isGoodEnd = (end: StreamEnd): boolean =>
  end.kind === 'woken' || ((end.kind === 'ended' || end.kind === 'silent') && end.held);

const ASK_MS = 3000;
const ASK_MOST_MS = 15_000;
const ASK_GROWTH = 1.2;

/** Milliseconds until the order is read again; `unchanged`: how often in a row it was as before. */
export function askPauseMs(unchanged: number, chance: number): number {
  return Math.min(ASK_MS * ASK_GROWTH ** unchanged, ASK_MOST_MS) * (0.9 + chance / 5);
}

const FAILED_MS = 1000;
const FAILED_MOST_MS = 30_000;

/** The same after reading has failed; `failures` counts those in a row. */
export function failedPauseMs(failures: number, chance: number): number {
  return doubled(FAILED_MS, failures, FAILED_MOST_MS) * (0.5 + chance);
}

const doubled = (ms: number, times: number, most: number): number => Math.min(ms * 2 ** Math.max(times - 1, 0), most);
