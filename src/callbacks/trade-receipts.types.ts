/** What is known of a callback beside its bytes. */
export interface TradeReceipt {
  readonly id: string;
  readonly tradeNo: string;
  readonly receivedAt: Date;
  /** null: it came once. */
  readonly lastReceivedAt: Date | null;
  readonly times: number;
  readonly method: string;
  readonly verdict: string;
  readonly verdictReason: string | null;
  /** Nobody has proved it. */
  readonly claimedStatus: string | null;
}

export interface SealedReceipt extends TradeReceipt {
  readonly keyId: string;
  readonly content: Buffer;
}

/** A callback as it came. */
export interface OpenedReceipt extends TradeReceipt {
  /** null: it cannot be opened, because its key is gone or its bytes were altered. */
  readonly request: {
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
  } | null;
}
