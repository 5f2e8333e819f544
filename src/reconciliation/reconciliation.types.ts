/** A due trade that this process asks about, under a lease. */
export interface ClaimedTrade {
  readonly tradeNo: string;
  readonly merchantOrderNo: string;
  readonly side: 'BUY' | 'SELL';
  readonly orderNo: string | null;
  readonly rampMerchantOrderNo: string | null;
  /** What made it due before its time, or null. */
  readonly hintCause: string | null;
  readonly leaseId: string;
  /** By Postgres' clock, before the question. */
  readonly askedAt: Date;
  readonly dueAt: Date;
}

export interface DueCounts {
  readonly due: number;
  readonly overdue: number;
}

/** One round of the schedule that had something to ask. */
export interface Run {
  readonly startedAt: Date;
  readonly claimed: number;
  readonly answered: number;
  readonly changed: number;
  readonly unanswered: number;
}
