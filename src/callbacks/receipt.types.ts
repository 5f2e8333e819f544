export const CALLBACK_RESULTS = ['stored', 'repeated', 'orphan', 'too_large', 'bad_token', 'not_kept'] as const;

/** null matches everything. */
export interface ReceiptFilter {
  readonly merchantOrderNo: string | null;
  readonly tradeNo: string | null;
  /** Only receipts whose trade was unknown on arrival. */
  readonly orphan: boolean;
}

export interface ListedReceipt {
  readonly id: string;
  readonly receivedAt: Date;
  /** null: received once. */
  readonly lastReceivedAt: Date | null;
  readonly times: number;
  /** Callbacks of the trade, repeats included, that were deleted to make room for this one. */
  readonly dropped: number;
  readonly tradeNo: string;
  /** null: the trade was unknown on arrival. */
  readonly merchantOrderNo: string | null;
  readonly method: string;
  /** Unverified: taken from the callback. */
  readonly claimedStatus: string | null;
  /** SHA-256 of the body, hexadecimal. */
  readonly digest: string;
}
