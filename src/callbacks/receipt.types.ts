/** What became of a callback, for the metrics. */
export const CALLBACK_RESULTS = ['stored', 'repeated', 'orphan', 'too_large', 'bad_token', 'not_kept'] as const;

/** null: whatever it is. */
export interface ReceiptFilter {
  readonly merchantOrderNo: string | null;
  readonly tradeNo: string | null;
  /** Only those of trades that were not known when they came. */
  readonly orphan: boolean;
}

/** What is known of a callback beside its bytes, which stay encrypted. */
export interface ListedReceipt {
  readonly id: string;
  readonly receivedAt: Date;
  /** null: it came once. */
  readonly lastReceivedAt: Date | null;
  readonly times: number;
  /** How many callbacks of the trade, repeats too, made room for this one. */
  readonly dropped: number;
  readonly tradeNo: string;
  /** null: its trade was not known when it came. */
  readonly merchantOrderNo: string | null;
  readonly method: string;
  /** Nobody has proved it. */
  readonly claimedStatus: string | null;
  /** SHA-256 of the body, hexadecimal. */
  readonly digest: string;
}
