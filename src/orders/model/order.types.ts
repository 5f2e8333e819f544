import type { Quote, CreatedTrade } from '../../ramp/port/ramp.types.js';
import type { Side } from '../../ramp/port/trade-facts.js';
import type { Facts } from '../../ramp/port/trade-facts.js';
import type { StoredTerms, TermValues } from '../../platform/terms/order-terms.js';
import type { CreateOutcome, TradeStatus } from './order-status.js';
import type { Metadata } from './metadata.js';
import type { MismatchKind } from './mismatch-kind.types.js';
import type { WatchClass } from './watch-class.types.js';

export type OrderTerms = TermValues;

/** The quantity that the customer was shown, and how many per cent less is accepted. Decimals. */
export interface ShownPrice {
  readonly cryptoQuantity: string;
  readonly tolerancePercent: string;
}

/** Our own codes: `quote_moved` and `paused` (nothing was sent), and `ramp_protocol` (created, but without a usable page). */
export interface TradeRefusal {
  readonly problem: string;
  readonly returnCode: string | null;
  readonly returnMsg: string | null;
  readonly traceId: string | null;
  readonly min: string | null;
  readonly max: string | null;
  /** With `quote_moved`: the current quote; null: none. */
  readonly quote?: Quote | null;
  /** With `paused`: when the pause ends; null: not known. */
  readonly until?: string | null;
}

/** The customer's e-mail address, encrypted, with a digest under the same service key; all null: none stored. */
export interface SealedEmail {
  readonly customerEmail: Buffer | null;
  readonly customerEmailKeyId: string | null;
  readonly customerEmailDigest: Buffer | null;
}

/** HMAC over what is shown of an order: see `decisions/state-seal`. null: not written by the service. */
export interface StateSeal {
  readonly stateMac: Buffer | null;
  readonly stateKeyId: string | null;
}

/** A row of `orders`. Its terms are those of its current trade: see `termsOf`. */
export interface OrderRow extends SealedEmail, StateSeal {
  readonly merchantOrderNo: string;
  readonly side: Side;
  readonly caller: string;
  /** HMAC of a guest's address block. */
  readonly guestBlock: Buffer | null;
  readonly customerId: string | null;
  /** The address in lower case, to search by. */
  readonly addressKey: string | null;
  readonly metadata: Metadata;
  readonly status: TradeStatus;
  readonly failureCode: string | null;
  readonly inReview: boolean;
  readonly announcedStatus: TradeStatus | null;
  readonly version: number;
  readonly eventCount: number;
  readonly lastEventMac: Buffer | null;
  /** null: revoked. */
  readonly secretSalt: Buffer | null;
  /** The end of a secret that staff issued; null: the secret is the checkout's, and ends with its order. */
  readonly secretUntil: Date | null;
  /** `n` of the latest request's first trade; a request makes at most three trades. */
  readonly firstTradeOfRequest: number;
  /** The attempt runner's lease, its end, and how long attempts continue; null: no attempt is running. */
  readonly attemptLease: string | null;
  readonly attemptUntil: Date | null;
  readonly attemptPatienceUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly erasedAt: Date | null;
  readonly keptUntil: Date | null;
}

/** A new purchase, as the checkout requests it. */
export interface Reservation
  extends
    Pick<OrderRow, 'merchantOrderNo' | 'caller' | 'customerId' | keyof SealedEmail>,
    Partial<Pick<OrderRow, 'guestBlock' | 'metadata'>> {
  readonly asked: OrderTerms;
  /** The trade is sent only while this price holds. */
  readonly shown: ShownPrice | null;
  /** Milliseconds since 1970; signs the create request that follows. */
  readonly stamp: number;
  readonly attemptLease: string;
  readonly leaseMs: number;
  readonly patienceMs: number;
  readonly cause: Cause;
}

export interface SaleFields {
  /** The provider's number at registration; null: registered by our number only. */
  readonly registeredOrderNo: string | null;
  /** The merchant's number at the provider: as registered, else from the record; null: not known yet. */
  readonly rampMerchantOrderNo: string | null;
  /** The payee, encrypted under the service key with this id; see `decisions/payee`. */
  readonly payeeSealed: Buffer | null;
  readonly payeeKeyId: string | null;
  /** Digest of the payee's e-mail address under the same key. */
  readonly payeeEmailDigest: Buffer | null;
}

export interface Schedule {
  readonly watchClass: WatchClass | null;
  readonly nextQueryAt: Date | null;
  readonly plannedAt: Date | null;
  readonly leaseId: string | null;
  readonly leaseUntil: Date | null;
  readonly hintedAt: Date | null;
  readonly hintCause: string | null;
  readonly lastAskedAt: Date | null;
  readonly lastAnswerAt: Date | null;
  /** The newest answer was the trade's own and clear; true before the first answer. */
  readonly understood: boolean;
  /** The first not-found answer that counts; see `decide-not-found`. */
  readonly notFoundAt: Date | null;
  readonly finalFieldsAsked: boolean;
  /** Quiet answers in a row; the interval grows with them, not during provider downtime. */
  readonly quietAnswers: number;
  readonly missedAnswers: number;
  /** Unanswered queries in a row while the provider answered for others: it fails on this trade's record. */
  readonly fruitlessAnswers: number;
}

export interface TradeState extends SaleFields {
  readonly tradeNo: string;
  readonly merchantOrderNo: string;
  readonly n: number;
  readonly side: Side;
  readonly status: TradeStatus;
  readonly outcome: CreateOutcome;
  /** Its `payUrl` is no longer returned: replaced by a newer trade, or given up. */
  readonly superseded: boolean;
  /** Fixed and sealed at creation; other terms need a new trade. Of a sale: what the provider has stated. */
  readonly asked: StoredTerms | null;
  /** Milliseconds since 1970: the timestamp that signed the newest create request. */
  readonly stamp: number | null;
  readonly sends: number;
  readonly orderNo: string | null;
  readonly payUrl: string | null;
  readonly payUrlAt: Date | null;
  /** When a request ended with this trade and no page. */
  readonly givenUpAt: Date | null;
  readonly refusal: TradeRefusal | null;
  /** The trade is sent only while this price holds. */
  readonly shownQuantity: string | null;
  readonly tolerancePercent: string | null;
  /** Received against shown crypto, in per cent; negative: less. See `shown-price`. */
  readonly slippagePercent: string | null;
  readonly rampStatus: string | null;
  readonly facts: Facts;
  readonly lastSeen: unknown;
  readonly statusAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface TradeRow extends TradeState, Schedule {}

export interface ResolvedMismatch {
  readonly tradeNo: string;
  readonly kind: MismatchKind;
  readonly field: string;
  readonly seen: string | null;
}

export interface OpenMismatch extends ObservedMismatch {
  readonly id: string;
}

/** An order with its trades (oldest first) from one consistent read, at `now` by Postgres' clock. */
export interface OrderState {
  readonly order: OrderRow;
  readonly trades: readonly TradeRow[];
  readonly openMismatches: readonly OpenMismatch[];
  readonly resolvedMismatches: readonly ResolvedMismatch[];
  readonly now: Date;
  /** It does not match its seal: not shown, not sent, not believed. */
  readonly isAltered?: boolean;
}

/** A difference in the newest answer. `asked` and `seen` are texts for staff. */
export interface ObservedMismatch {
  readonly tradeNo: string;
  readonly kind: MismatchKind;
  readonly field: string;
  readonly asked: string | null;
  readonly seen: string | null;
}

export interface Cause {
  readonly kind: 'checkout' | 'registration' | 'retry' | 'poll' | 'staff';
  /** The caller by `historyName`, of staff the id. None: the service went on by itself, or the entry is older than this field. */
  readonly by?: string;
  /** The poll request, such as `callback:<receipt id>` or `order-read`. */
  readonly hint?: string;
  readonly traceId?: string;
}

export const EVENT_KINDS = [
  'reserved',
  'registered',
  'sending',
  'sending_again',
  'not_sent',
  'created',
  'refused',
  'declined',
  'outcome_unknown',
  'superseded',
  'given_up',
  'seen',
  'never_created',
  'never_found',
  'ended_unpaid',
  'watch_closed',
  'mismatch_opened',
  'mismatch_resolved',
  'erased',
  'rebuilt',
] as const;
type EventKind = (typeof EVENT_KINDS)[number];

export interface Sending {
  readonly stamp: number;
  /** The terms; unchanged when the same trade is sent again. */
  readonly asked: OrderTerms;
  readonly leaseMs: number;
  /** A new request: restarts the trade count and the time for attempts, and may change the terms. */
  readonly newRequest: Anew | null;
}

interface Anew extends SealedEmail {
  readonly customerId: string | null;
  readonly patienceMs: number;
  readonly shown: ShownPrice | null;
}

export interface EventDraft {
  readonly tradeNo: string | null;
  readonly kind: EventKind;
  readonly data: Readonly<Record<string, unknown>>;
  readonly evidence?: unknown;
}

export interface OrderEvent extends EventDraft {
  readonly merchantOrderNo: string;
  readonly seq: number;
  readonly at: Date;
  readonly cause: Cause;
  /** HMAC of the evidence, covered by `mac` in its place so that the evidence can be erased. */
  readonly evidenceMac: Buffer | null;
  readonly keyId: string;
  readonly mac: Buffer;
}

export type AttemptEvent =
  | { readonly kind: 'created'; readonly made: CreatedTrade }
  | { readonly kind: 'refused'; readonly refusal: TradeRefusal }
  /** Not sent by our own decision: the price has moved, or the provider refuses to quote. */
  | { readonly kind: 'declined'; readonly refusal: TradeRefusal }
  | { readonly kind: 'not_sent'; readonly reason: string; readonly givesUp: boolean }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'given_up' }
  | { readonly kind: 'send_again'; readonly sending: Sending }
  | { readonly kind: 'next_trade'; readonly sending: Sending };
