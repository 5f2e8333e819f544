/** Why an event stream ended or did not begin. */
export type StreamEnd =
  /** The order reached the watched state. */
  | { readonly kind: 'reached' }
  /** The stream ended. `held`: it brought news or lasted; the service ended it, or was stopped. */
  | { readonly kind: 'ended'; readonly held: boolean }
  /** No data or heartbeat for too long. `held`: they came for a while before. */
  | { readonly kind: 'silent'; readonly held: boolean }
  /** The page is visible again, or the network is back: the stream may be broken. */
  | { readonly kind: 'woken' }
  /** The response is not a stream. */
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfterMs: number | null }
  /** No data in time: a proxy buffers the response. */
  | { readonly kind: 'withheld' }
  /** This `fetch` can't stream. */
  | { readonly kind: 'unreadable' }
  /** No response. */
  | { readonly kind: 'lost' };

export interface AfterStream {
  /** Milliseconds until the stream is tried again. */
  readonly pauseMs: number;
  /** Milliseconds until the order is read meanwhile; null: no read. */
  readonly askAfterMs: number | null;
  /** True if a returning page or network reconnects at once. */
  readonly wakes: boolean;
}

/** Used when the service does not say how long to wait. */
export const RECONNECT_MS = 2000;
const RECONNECT_MOST_MS = 30_000;
const REFUSED_MS = 30_000;
const REFUSED_MOST_MS = 5 * 60_000;
/** After this many streams in a row that broke at once, read the order as well. */
const FRUITLESS = 3;

/**
 * When to try the stream again. `tries` counts failed streams in a row including this one (0: it was good); `retryMs`
 * is the service's reconnect time; `chance` from 0 to 1 spreads clients whose streams ended together.
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
      // A 429 may also apply to reads, so wait before one too.
      return { pauseMs: Math.max(muchLater, wait), askAfterMs: end.status === 429 ? wait : 0, wakes: false };
    }
    case 'unreadable':
      return { pauseMs: Infinity, askAfterMs: 0, wakes: false };
  }
}

/** True if the end is no reason to distrust streams: the count of tries starts again. */
export const isGoodEnd = (end: StreamEnd): boolean =>
  end.kind === 'woken' || ((end.kind === 'ended' || end.kind === 'silent') && end.held);

const ASK_MS = 3000;
const ASK_MOST_MS = 15_000;
const ASK_GROWTH = 1.2;

/** Milliseconds until the next read; `unchanged` counts reads in a row without a change. */
export function askPauseMs(unchanged: number, chance: number): number {
  return Math.min(ASK_MS * ASK_GROWTH ** unchanged, ASK_MOST_MS) * (0.9 + chance / 5);
}

const FAILED_MS = 1000;
const FAILED_MOST_MS = 30_000;

/** Milliseconds until the next read after `failures` failed ones in a row. */
export function failedPauseMs(failures: number, chance: number): number {
  return doubled(FAILED_MS, failures, FAILED_MOST_MS) * (0.5 + chance);
}

const doubled = (ms: number, times: number, most: number): number => Math.min(ms * 2 ** Math.max(times - 1, 0), most);
