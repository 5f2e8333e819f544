interface TradeReceipt {
  readonly id: string;
  readonly tradeNo: string;
  readonly receivedAt: Date;
  /** null: received once. */
  readonly lastReceivedAt: Date | null;
  readonly times: number;
  readonly method: string;
  /** Unverified: taken from the callback. */
  readonly claimedStatus: string | null;
}

export interface SealedReceipt extends TradeReceipt {
  readonly keyId: string;
  readonly content: Buffer;
}

export interface OpenedReceipt extends TradeReceipt {
  /** null: undecryptable, because the key is gone or the bytes were altered. */
  readonly request: {
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
  } | null;
  readonly said: ReadonlyMap<string, string>;
  /** Unverified, and may contain personal data. */
  readonly claimedMessage: string | null;
}
