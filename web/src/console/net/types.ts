/** The parts of staff's answers that the console shows. Decimals are text, times RFC 3339. */

export interface Me {
  /** Two keys may have one name. */
  readonly id: string;
  readonly name: string;
  readonly role: string;
  /** As `GET /v1/admin/orders`. */
  readonly permissions: readonly string[];
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface Counts {
  readonly inReview: number;
  readonly overdue: number;
  readonly doublePayments: number;
  readonly failedDeliveries: number;
  readonly ordersInMaking: number;
}

export interface ListedOrder {
  readonly merchantOrderNo: string;
  readonly side: 'BUY' | 'SELL';
  readonly status: string;
  readonly settled: boolean;
  readonly final: boolean;
  readonly retryable: boolean;
  readonly inReview: boolean;
  readonly version: number;
  readonly fiat: string | null;
  readonly amount: string | null;
  readonly crypto: string | null;
  readonly network: string | null;
  readonly address: string | null;
  readonly payWayCode: string | null;
  readonly country: string | null;
  readonly orderNo: string | null;
  readonly rampStatus: string | null;
  readonly txHash: string | null;
  readonly callerKind: string | null;
  readonly customerId: string | null;
  /** Masked. */
  readonly customerEmail: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly tradeCount: number;
  readonly openMismatches: number;
}

export interface OrderFile extends ListedOrder {
  readonly memo: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly trades: readonly FiledTrade[];
  readonly history: readonly FiledEvent[];
  readonly historyIntact: boolean | null;
  readonly mismatches: readonly Mismatch[];
  readonly callbacks: readonly FiledCallback[];
  readonly moreCallbacks: boolean;
  /** By `key:` and id. */
  readonly keyNames: Readonly<Record<string, string>>;
  readonly asOf: string;
}

type Facts = Readonly<Record<string, unknown>>;

export interface FiledTrade {
  readonly tradeNo: string;
  readonly n: number;
  readonly status: string;
  readonly outcome: string;
  readonly current: boolean;
  readonly asked: Facts | null;
  readonly refusal: Facts | null;
  readonly orderNo: string | null;
  readonly rampStatus: string | null;
  /** The provider's newest record. */
  readonly lastSeen: Facts | null;
  readonly nextQueryAt: string | null;
  readonly lastAnswerAt: string | null;
  readonly missedAnswers: number;
  readonly statusAt: string;
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly transferredAt: string | null;
  readonly cryptoQuantity: string | null;
  readonly txHash: string | null;
  /** Of the transfer in a block explorer. */
  readonly explorerUrl: string | null;
}

export interface FiledEvent {
  readonly seq: number;
  readonly at: string;
  readonly tradeNo: string | null;
  readonly kind: string;
  readonly cause: Facts;
  readonly data: Facts;
  readonly evidence: Facts | null;
}

export interface FiledCallback {
  readonly id: string;
  readonly tradeNo: string;
  readonly receivedAt: string;
  readonly times: number;
  readonly claimedStatus: string | null;
  readonly claimedMessage: string | null;
}

export interface Mismatch {
  readonly id: string;
  readonly tradeNo: string;
  readonly kind: string;
  readonly field: string;
  readonly asked: string | null;
  readonly seen: string | null;
  readonly openedAt: string;
  readonly resolvedAt: string | null;
  readonly resolvedBy: string | null;
  readonly note: string | null;
}

export interface ListedMismatch extends Mismatch {
  readonly merchantOrderNo: string;
  readonly amount: string | null;
  readonly fiat: string | null;
  /** The author of the newest note on the order; null: there is none. */
  readonly notedBy: string | null;
  readonly notedAt: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly merchantOrderNo: string | null;
  readonly state: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAt: string | null;
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly id: string; readonly name: string };
  readonly action: string;
  readonly reason: string | null;
  readonly detail: Facts;
}

export interface Note {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  /** null: the customer is forgotten. */
  readonly text: string | null;
}

export interface Sum {
  readonly trades: number;
  /** Of these trades, those whose amount is not known. */
  readonly unstated: number;
  readonly amount: string;
}

type Side = 'BUY' | 'SELL';
type SumIn = Sum & { readonly side: Side; readonly unit: string | null };

export interface Report {
  readonly generatedAt: string;
  readonly balanced: boolean;
  readonly orders: number;
  readonly removed: { readonly monthsLeftOut: readonly string[] };
  readonly buckets: Readonly<Record<string, number>>;
  readonly byStatus: readonly { readonly status: string; readonly orders: number }[];
  readonly fiat: readonly {
    readonly side: Side;
    readonly fiat: string | null;
    readonly orders: number;
    readonly asked: string;
    readonly paid: Sum;
    readonly completed: Sum;
    readonly refunded: Sum;
    readonly inReview: Sum;
  }[];
  readonly rampFees: readonly SumIn[];
  readonly networkFees: readonly SumIn[];
  readonly rebates: readonly SumIn[];
  readonly rebatesUsd: readonly SumIn[];
  readonly crypto: readonly (Sum & { readonly side: Side } & Readonly<Record<'crypto' | 'network', string | null>>)[];
  readonly byMethod: readonly (Sum & Readonly<Record<'payWayCode' | 'fiat', string | null>>)[];
  readonly byDay: readonly (Sum & { readonly side: Side } & Readonly<Record<'day' | 'fiat', string | null>>)[];
}
