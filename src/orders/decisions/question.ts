import type { PayeeTools } from './payee.js';
import type { WatchPolicy } from './watch.js';

export interface Question {
  readonly leaseId: string;
  /** By Postgres' clock, before the query was sent. */
  readonly askedAt: Date;
}

export interface SnapshotContext {
  readonly appId: string;
  /**
   * `expiryMs`: for unpaid purchases; `saleExpiryMs`: for sales that are not found or get no crypto; `forgetsUnpaidAfterMs`:
   * when the provider deletes unpaid trades.
   */
  readonly policy: WatchPolicy & {
    readonly expiryMs: number;
    readonly saleExpiryMs: number;
    readonly forgetsUnpaidAfterMs: number | null;
  };
  readonly chance: number;
  readonly evidence: { readonly seen: unknown };
  /** The `orderNo` of this answer belongs to another trade and is not stored. */
  readonly orderNoClash: boolean;
  readonly payees: PayeeTools;
}
