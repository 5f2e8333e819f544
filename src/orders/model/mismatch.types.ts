import type { TradeStatus } from './order-status.js';
import type { ObservedMismatch } from './order.types.js';

/** null: whatever it is. */
export interface MismatchFilter {
  readonly state: 'open' | 'resolved' | 'all';
  readonly kind: string | null;
  readonly merchantOrderNo: string | null;
}

/** A mismatch with how its order stands. What is personal in `asked` and `seen` is redacted, as in the history. */
export interface ListedMismatch extends ObservedMismatch {
  readonly id: string;
  readonly merchantOrderNo: string;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
  /** `provider`, whose answer no longer showed it, or `staff:` with the id of whoever resolved it. */
  readonly resolvedBy: string | null;
  readonly note: string | null;
  readonly status: TradeStatus;
  readonly inReview: boolean;
}

/** As it is stored, with what is known to be personal of its order. */
export interface StoredMismatch extends ListedMismatch {
  readonly address: string | null;
  readonly memo: string | null;
}
