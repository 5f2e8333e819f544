import type { PayeeTools } from './payee.js';
import type { WatchPolicy } from './watch.js';

/** One question about a trade, as it was claimed. */
export interface Question {
  readonly leaseId: string;
  /** By Postgres' clock, before the question was sent. */
  readonly askedAt: Date;
}

export interface SnapshotContext {
  readonly appId: string;
  /** `expiryMs`: of purchases that nobody pays; `saleExpiryMs`: of sales that are not found, or for which no crypto comes; `forgetsUnpaidAfterMs`: the provider. */
  readonly policy: WatchPolicy & {
    readonly expiryMs: number;
    readonly saleExpiryMs: number;
    readonly forgetsUnpaidAfterMs: number | null;
  };
  readonly chance: number;
  /** The answer, masked. */
  readonly evidence: { readonly seen: unknown };
  /** The provider's number in this answer already belongs to another trade: it is not taken over. */
  readonly orderNoClash: boolean;
  readonly payees: PayeeTools;
}
