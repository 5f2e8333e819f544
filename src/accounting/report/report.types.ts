import type { Span } from '../span.js';

/** In the order in which they are tried: an order is in the first one that applies. */
export const BUCKETS = ['in_review', 'never_created', 'overdue', 'open', 'refunded', 'ended'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** A sum of what the provider stated of `trades`; of `unstated` of them it stated nothing. `amount` is decimal text. */
export interface Sum {
  readonly trades: number;
  readonly amount: string;
  readonly unstated: number;
}

/** A sum in one currency; `unit` null: nobody told which. */
export interface SumIn extends Sum {
  readonly side: string;
  readonly unit: string | null;
}

/** Fiat of one side in one currency. BUY: what customers pay. SELL: what they are paid, service fee included. */
interface FiatSums {
  readonly side: string;
  readonly fiat: string | null;
  /** How many orders were made, and for how much they asked; of a SELL order nothing was asked by us. */
  readonly orders: number;
  readonly asked: string;
  /** Trades whose money has come (SELL: whose crypto has come), and that are not completed. */
  readonly paid: Sum;
  /** Trades that came to their good end. */
  readonly completed: Sum;
  /** Trades whose money (SELL: whose crypto) went back: part of no other sum. */
  readonly refunded: Sum;
  /** The part of `paid` and `completed` together whose order is in review: not to be relied upon yet. */
  readonly inReview: Sum;
}

/** Crypto of completed trades. BUY: bought by customers. SELL: received from them. */
interface CryptoSum extends Sum {
  readonly side: string;
  readonly crypto: string | null;
  readonly network: string | null;
}

/** What one look at the database saw. */
export interface ReportFacts {
  readonly generatedAt: string;
  /** Counted from the orders alone. */
  readonly orders: number;
  readonly buckets: Readonly<Record<Bucket, number>>;
  readonly byStatus: readonly { readonly status: string; readonly orders: number }[];
  readonly bySide: readonly { readonly side: string; readonly orders: number }[];
  readonly fiat: readonly FiatSums[];
  /** Of completed trades, in the unit that the provider names, else in the trade's currency. */
  readonly rampFees: readonly SumIn[];
  /** Of completed trades, in the trade's currency. */
  readonly networkFees: readonly SumIn[];
  /** Of completed trades: `rebates` in the trade's currency, `rebatesUsd` the same rebates in USD. Never add the two. */
  readonly rebates: readonly SumIn[];
  readonly rebatesUsd: readonly SumIn[];
  readonly crypto: readonly CryptoSum[];
  readonly mismatches: {
    /** Opened, and resolved, in the span, of whatever order. */
    readonly opened: number;
    readonly resolvedByProvider: number;
    readonly resolvedByStaff: number;
    /** Open at this moment, of whatever order and age. */
    readonly openNow: readonly { readonly kind: string; readonly count: number }[];
  };
  /** Orders of the span with two or more paid trades; at most 100 of the numbers of those that are kept, the oldest first. */
  readonly doublePayments: { readonly orders: number; readonly numbers: readonly string[] };
  /** The oldest order of the span that has not ended. */
  readonly oldestOpen: {
    readonly merchantOrderNo: string;
    readonly status: string;
    readonly createdAt: string;
    readonly ageMs: number;
  } | null;
  /**
   * Orders of the span that were removed for their age: all that they add to the figures above is kept by month. Those of
   * a month (`2026-01`) that lies in the span only in part are left out.
   */
  readonly removed: { readonly orders: number; readonly monthsLeftOut: readonly string[] };
}

export interface Report extends ReportFacts {
  readonly from: string | null;
  readonly to: string | null;
  /** Buckets, statuses and sides each add up to the orders. false: do not use the report before that is explained. */
  readonly balanced: boolean;
}

/** What decides whether an order is overdue, in milliseconds. */
export interface OverduePolicy {
  readonly firstDelayMs: number;
  readonly expiryMs: number;
}

export interface ReportRequest {
  readonly span: Span;
  readonly policy: OverduePolicy;
  /** How long Postgres may work on it. */
  readonly timeoutMs: number;
}
