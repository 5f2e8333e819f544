import type { StoredOrder } from '../../../src/accounting/history/judge-order.js';
import type { OrderRow } from '../../../src/orders/model/order.types.js';
import type { Faults } from '../kernel/faults.js';
import type { Lock } from '../kernel/contention.js';
import type { Asked, Logged, Request, Shown, Told } from '../kernel/world.js';

/** One order that the provider made. */
export interface ProviderTrade {
  readonly orderNo: string;
  /** The merchant's number. */
  readonly tradeNo: string | null;
  /** null: a sale. */
  readonly payUrl: string | null;
  /** Its true statuses, oldest first; it was made with the first. */
  readonly history: readonly { readonly at: number; readonly status: string }[];
  readonly terms: Readonly<Record<string, string>>;
  /** The provider has deleted it. */
  readonly isForgotten: boolean;
}

/** A request that reached the provider, and what it answered. */
export interface Received {
  readonly at: number;
  /** When a process sent it, and which. */
  readonly sentAt: number;
  readonly who: string;
  readonly endpoint: string | null;
  readonly tradeNo: string | null;
  /** The provider's number, if the request named the order by it. */
  readonly orderNo: string | null;
  readonly fields: Readonly<Record<string, string>>;
  /** The timestamp that signed it. */
  readonly stamp: number;
  /** The trade that it made, or that the answer is about. */
  readonly trade: ProviderTrade | null;
  /** null: the answer was unclear. */
  readonly said: { readonly code: string; readonly data: unknown } | null;
  /** null: the answer was lost. */
  readonly deliveredAt: number | null;
}

interface ProviderView {
  /** Calls in a second, of all replicas. */
  readonly rate: number;
  /** By the provider's number. */
  readonly trades: ReadonlyMap<string, ProviderTrade>;
  readonly received: readonly Received[];
  /** Queries that did not reach the provider: connections refused, requests lost. */
  readonly missed: readonly { readonly at: number; readonly number: string }[];
}

interface Forgotten {
  /** When the request to forget was answered. */
  readonly at: number;
  /** Texts that name the person, or that only the person's orders hold. */
  readonly marks: readonly string[];
}

/** The part of a run that is checked. */
export interface Observed {
  readonly scheduler: { readonly now: number };
  readonly faults: Pick<Faults, 'isOver' | 'struck'>;
  readonly told: readonly Told[];
  readonly asked: readonly Asked[];
  readonly shown: readonly Shown[];
  readonly retried: ReadonlyMap<string, number>;
  readonly locks: { readonly all: readonly Lock[] };
  readonly logged: readonly Logged[];
  readonly provider: ProviderView;
  /** Times at which commits were lost: anything told before may be gone. */
  readonly epochs: readonly number[];
  /** Trades whose rows were lost with commits, by the merchant's number, and when that last happened. */
  readonly lostTrades: ReadonlyMap<string | null, number>;
  readonly forgotten: readonly Forgotten[];
  /** Texts that no log may hold: keys, tokens, secrets. */
  readonly secrets: readonly string[];
  /** The account whose orders a request may read; null: all orders, or not known. */
  accountOf(request: Request): string | null;
}

/** An order with all that is stored of it. */
export type StoredWhole = Omit<StoredOrder, 'order'> & { readonly order: OrderRow };

export type Body = Readonly<Record<string, unknown>>;

export const asBody = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {});

/** Were commits lost after `from`, and at or before `to`? */
export const wereLost = ({ epochs }: Pick<Observed, 'epochs'>, from: number, to = Infinity): boolean =>
  epochs.some((at) => at > from && at <= to);

export const MINUTE_MS = 60_000;
/** A request may reach the provider so late. */
export const LATE_MS = 10 * MINUTE_MS;

/** The provider's words and ours, by the contract. */
const WORDS: Readonly<Record<string, string>> = {
  PENDING: 'AWAITING_PAYMENT',
  PAY_FAIL: 'PAYMENT_FAILED',
  PAY_SUCCESS: 'PAID',
  TRANSFER: 'TRANSFERRING',
  CANCEL: 'CANCELLED',
  FINISHED: 'COMPLETED',
  REFUNDED: 'REFUNDED',
  1: 'AWAITING_CRYPTO',
  2: 'CRYPTO_RECEIVED',
  3: 'PAYOUT_STARTED',
  4: 'COMPLETED',
  5: 'PAYOUT_FAILED',
  6: 'REFUNDED',
  7: 'EXPIRED',
};

/** Undefined: the contract has no such word. */
export const statusOf = (word: string): string | undefined => WORDS[word];

const UNPAID: readonly unknown[] = ['AWAITING_PAYMENT', 'PAYMENT_FAILED', 'AWAITING_CRYPTO'];
export const isUnpaid = (status: unknown): boolean => UNPAID.includes(status);

/** How far a paid trade has come; 0: not paid. A refunded one decides an order's status only if no other is paid. */
const STAGES: Readonly<Record<string, number>> = {
  REFUNDED: 0.5,
  PAID: 1,
  TRANSFERRING: 2,
  COMPLETED: 3,
  CRYPTO_RECEIVED: 1,
  PAYOUT_STARTED: 2,
  PAYOUT_FAILED: 2,
};
export const stageOf = (status: unknown): number => STAGES[String(status)] ?? 0;

export const madeAt = ({ history }: ProviderTrade): number => history[0]?.at ?? 0;

export const isSale = ({ payUrl }: ProviderTrade): boolean => payUrl === null;
