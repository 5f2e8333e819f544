import { ProblemError } from '#client/src/index.js';
import type { Connection, Order } from '#client/src/index.js';

/** What this page has seen of an order so far. */
export interface Seen {
  readonly order: Order | null;
  /** How news come; `rest`: none is expected, and it is asked now and then. null: nothing was heard yet. */
  readonly connection: Connection | 'rest' | null;
  /** Milliseconds since 1970, when the connection was last known to work; null: never. */
  readonly heardAt: number | null;
  /** Why there will be no news. */
  readonly refusal: Refusal | null;
}

/** `not_ours`: this browser has nothing that opens the order, or there is none. */
type Refusal = { readonly kind: 'not_ours' } | { readonly kind: 'failed'; readonly error: unknown };

export type News =
  | { readonly kind: 'order'; readonly order: Order; readonly at: number }
  | { readonly kind: 'connection'; readonly connection: Connection | 'rest'; readonly at: number }
  | { readonly kind: 'refusal'; readonly error: unknown };

export const NOTHING_SEEN: Seen = { order: null, connection: null, heardAt: null, refusal: null };

export function seenAfter(seen: Seen, news: News): Seen {
  switch (news.kind) {
    case 'order': {
      // A retry and the watch answer side by side: the older of two answers is no news.
      const isOld = seen.order !== null && news.order.version < seen.order.version;
      return { ...seen, order: isOld ? seen.order : news.order, heardAt: news.at, refusal: null };
    }
    case 'connection': {
      const isLost = news.connection === 'offline';
      // It worked until now, if it did at all.
      const heardAt = isLost && (seen.connection === 'offline' || seen.connection === null) ? seen.heardAt : news.at;
      return { ...seen, connection: news.connection, heardAt, refusal: null };
    }
    case 'refusal':
      return { ...seen, refusal: refusalOf(news.error) };
  }
}

const NOT_OURS: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden', 'not_found']);

function refusalOf(error: unknown): Refusal {
  return error instanceof ProblemError && NOT_OURS.has(error.code) ? { kind: 'not_ours' } : { kind: 'failed', error };
}
