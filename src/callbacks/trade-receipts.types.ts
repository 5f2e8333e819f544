/** What is known of a callback beside its bytes. */
interface TradeReceipt {
  readonly id: string;
  readonly tradeNo: string;
  readonly receivedAt: Date;
  /** null: it came once. */
  readonly lastReceivedAt: Date | null;
  readonly times: number;
  readonly method: string;
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
  /** Its fields by name, as far as they are texts or numbers. */
  readonly said: ReadonlyMap<string, string>;
  /** Nobody has proved it, and it may be about a person. */
  readonly claimedMessage: string | null;
}
