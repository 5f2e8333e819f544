import { ProblemError } from '#client/src/index.js';
import type { Connection, Order } from '#client/src/index.js';

export interface Seen {
  readonly order: Order | null;
  /** A retry answered last: one older answer of the watch may be under way. */
  readonly isRetried: boolean;
  /** How changes arrive; `rest`: none expected, read now and then; null: no answer yet. */
  readonly connection: Connection | 'rest' | null;
  /** When the connection last worked, in milliseconds since 1970; null: never. */
  readonly heardAt: number | null;
  /** Why there are no more updates. */
  readonly refusal: Refusal | null;
}

/** `not_ours`: this browser has no valid secret for the order, or there is no such order. */
type Refusal = { readonly kind: 'not_ours' } | { readonly kind: 'failed'; readonly error: unknown };

export type News =
  | { readonly kind: 'watched' | 'retried'; readonly order: Order; readonly at: number }
  | { readonly kind: 'connection'; readonly connection: Connection | 'rest'; readonly at: number }
  | { readonly kind: 'refusal'; readonly error: unknown };

export const NOTHING_SEEN: Seen = { order: null, isRetried: false, connection: null, heardAt: null, refusal: null };

export function seenAfter(seen: Seen, news: News): Seen {
  switch (news.kind) {
    case 'watched':
    case 'retried': {
      // A retry and the watch run in parallel: ignore the older of two answers. What the watch gives later counts even with
      // a smaller version: the service has lost commits.
      const isRetried = news.kind === 'retried';
      const isSmaller = seen.order !== null && news.order.version < seen.order.version;
      const isOld = isSmaller && (isRetried || seen.isRetried);
      return { ...seen, order: isOld ? seen.order : news.order, isRetried, heardAt: news.at, refusal: null };
    }
    case 'connection': {
      const isLost = news.connection === 'offline';
      // The connection worked until now, if it ever did.
      const heardAt = isLost && (seen.connection === 'offline' || seen.connection === null) ? seen.heardAt : news.at;
      return { ...seen, connection: news.connection, heardAt, refusal: null };
    }
    case 'refusal':
      return { ...seen, refusal: refusalOf(news.error) };
  }
}

const NOT_OURS: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden', 'not_found']);

function refusalOf(error: unknown): Refusal {
  return isNotOurs(error) ? { kind: 'not_ours' } : { kind: 'failed', error };
}

export function isNotOurs(error: unknown): boolean {
  return error instanceof ProblemError && NOT_OURS.has(error.code);
}
