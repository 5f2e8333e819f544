/** A due trade leased by this process. */
export interface ClaimedTrade {
  readonly tradeNo: string;
  readonly merchantOrderNo: string;
  readonly side: 'BUY' | 'SELL';
  readonly orderNo: string | null;
  readonly rampMerchantOrderNo: string | null;
  /** The poll request that made the trade due early, or null. */
  readonly hintCause: string | null;
  readonly leaseId: string;
  /** Postgres' time before the query is sent. */
  readonly askedAt: Date;
  readonly dueAt: Date;
}

export interface DueCounts {
  readonly due: number;
  readonly overdue: number;
}

export interface Run {
  readonly startedAt: Date;
  readonly claimed: number;
  readonly answered: number;
  readonly changed: number;
  readonly unanswered: number;
}
