import type { Span } from '../span.js';

/** In order of precedence: an order is in the first that applies. */
export const BUCKETS = ['in_review', 'never_created', 'overdue', 'open', 'refunded', 'ended'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** A sum stated by the provider for `trades`, of which `unstated` have no figure. `amount` is decimal text. */
export interface Sum {
  readonly trades: number;
  readonly amount: string;
  readonly unstated: number;
}

/** A sum in one currency; `unit` null: the provider did not name it. */
export interface SumIn extends Sum {
  readonly side: string;
  readonly unit: string | null;
}

/** Fiat of one side in one currency. BUY: paid by customers. SELL: paid to customers, service fee included. */
interface FiatSums {
  readonly side: string;
  readonly fiat: string | null;
  /** Number of orders and their requested amount; SELL orders request none. */
  readonly orders: number;
  readonly asked: string;
  /** Trades whose money (SELL: crypto) has arrived and that are not completed. */
  readonly paid: Sum;
  readonly completed: Sum;
  /** Refunded trades: not part of another sum. */
  readonly refunded: Sum;
  /** The part of `paid` and `completed` whose order is in review: do not rely on it yet. */
  readonly inReview: Sum;
}

/** Crypto of completed trades. BUY: bought by customers. SELL: received from them. */
interface CryptoSum extends Sum {
  readonly side: string;
  readonly crypto: string | null;
  readonly network: string | null;
}

export interface ReportFacts {
  readonly generatedAt: string;
  /** Counted independently of the buckets. */
  readonly orders: number;
  readonly buckets: Readonly<Record<Bucket, number>>;
  readonly byStatus: readonly { readonly status: string; readonly orders: number }[];
  readonly bySide: readonly { readonly side: string; readonly orders: number }[];
  readonly fiat: readonly FiatSums[];
  /** Of completed trades, in the unit that the provider names, else in the trade's currency. */
  readonly rampFees: readonly SumIn[];
  /** Of completed trades, in the trade's currency. */
  readonly networkFees: readonly SumIn[];
  /**
   * Of completed trades: `rebates` in the trade's currency, `rebatesUsd` the same rebates in USD. Never add the two.
   */
  readonly rebates: readonly SumIn[];
  readonly rebatesUsd: readonly SumIn[];
  readonly crypto: readonly CryptoSum[];
  readonly mismatches: {
    /** Opened or resolved in the span, for orders of any age. */
    readonly opened: number;
    readonly resolvedByProvider: number;
    readonly resolvedByStaff: number;
    /** Open now, for orders of any age. */
    readonly openNow: readonly { readonly kind: string; readonly count: number }[];
  };
  /** Orders of the span with two or more paid trades; at most 100 numbers of orders not removed, oldest first. */
  readonly doublePayments: { readonly orders: number; readonly numbers: readonly string[] };
  readonly oldestOpen: {
    readonly merchantOrderNo: string;
    readonly status: string;
    readonly createdAt: string;
    readonly ageMs: number;
  } | null;
  /**
   * Orders of the span that were removed for their age. Their figures are kept by month and included above, except for
   * months (`2026-01`) only partly in the span.
   */
  readonly removed: { readonly orders: number; readonly monthsLeftOut: readonly string[] };
}

export interface Report extends ReportFacts {
  readonly from: string | null;
  readonly to: string | null;
  /**
   * Buckets, statuses and sides each add up to the orders. If false, do not use the report before the difference is
   * explained.
   */
  readonly balanced: boolean;
}

export interface OverduePolicy {
  readonly firstDelayMs: number;
  readonly expiryMs: number;
}

export interface ReportRequest {
  readonly span: Span;
  readonly policy: OverduePolicy;
  readonly timeoutMs: number;
}
