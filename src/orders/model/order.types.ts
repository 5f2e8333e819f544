import type { Quote, Side, TradeRequest } from '../../ramp/port/ramp.types.js';
import type { Facts } from '../../ramp/port/trade-facts.js';
import type { CreateOutcome, TradeStatus } from './order-status.js';
import type { Metadata } from './metadata.js';
import type { MismatchKind } from './mismatch-kind.types.js';
import type { WatchClass } from './watch-class.types.js';

/**
 * What a customer asked for, in canonical form: the amount with the currency's decimals. A trade's request is this, with
 * what makes it that one trade.
 */
export type Asked = Omit<TradeRequest, 'tradeNo' | 'stamp' | 'callbackUrl'>;

/** What a customer was shown before: so much crypto, and by how many per cent it may be less. Decimals. */
export interface ShownPrice {
  readonly cryptoQuantity: string;
  readonly tolerancePercent: string;
}

/**
 * Why a trade was not made: the provider's refusal of it, or of the question for its price; `problem` is the code that
 * callers are told. `quote_moved` is our own word: no provider's code, and nothing was sent. `ramp_protocol` is too: the
 * trade was made, without a page that a customer can be sent to.
 */
export interface Refusal {
  readonly problem: string;
  readonly returnCode: string | null;
  readonly returnMsg: string | null;
  readonly traceId: string | null;
  readonly min: string | null;
  readonly max: string | null;
  /** With `quote_moved`: the price as it was found; null: there was none. */
  readonly quote?: Quote | null;
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

/** The customer's e-mail address, encrypted and as a digest under the service key with that id; all null: none is kept. */
export interface SealedEmail {
  readonly customerEmail: Buffer | null;
  readonly customerEmailKeyId: string | null;
  readonly customerEmailDigest: Buffer | null;
}

/** The HMAC over what is told of an order, and the id of its key; see `decisions/state-seal`. null: it was written by no service. */
export interface StateSeal {
  readonly stateMac: Buffer | null;
  readonly stateKeyId: string | null;
}

/** An order as it stands in the database. Of a SELL order nothing was asked by us. */
export interface OrderRow extends Nullable<Asked>, SealedEmail, StateSeal {
  readonly merchantOrderNo: string;
  readonly side: Side;
  /** Id of the caller who owns it. */
  readonly caller: string;
  /** From which block of addresses a guest came, as an HMAC; null: the caller is no guest. */
  readonly guestBlock: Buffer | null;
  readonly customerId: string | null;
  readonly metadata: Metadata;
  readonly status: TradeStatus;
  readonly failureCode: string | null;
  readonly inReview: boolean;
  readonly announcedStatus: TradeStatus | null;
  readonly version: number;
  readonly eventCount: number;
  readonly lastEventMac: Buffer | null;
  /** The random value that client secrets are made of; null: they are revoked. */
  readonly secretSalt: Buffer | null;
  /** `n` of the first trade that the caller's present request made: at most three trades belong to one request. */
  readonly firstTradeOfRequest: number;
  /** Who is making a trade of this order now, until when, and until when it goes on trying; null: nobody has to. */
  readonly driveLease: string | null;
  readonly driveUntil: Date | null;
  readonly drivePatienceUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Since when its customer is forgotten; see `decisions/erasure`. */
  readonly erasedAt: Date | null;
  /** Until when law has something personal be kept all the same; null: nothing is. */
  readonly keptUntil: Date | null;
}

/** What only a sale has: by which numbers it is known, and whom the provider pays. */
export interface SaleFields {
  /** The provider's number as the sale was registered with it; null: it was registered by our number alone. */
  readonly registeredOrderNo: string | null;
  /** The merchant's number in the provider's books: as registered, else as the record names it; null: not known yet. */
  readonly rampMerchantOrderNo: string | null;
  /** The payee, encrypted under the service key with this id; see `decisions/payee`. */
  readonly payeeSealed: Buffer | null;
  readonly payeeKeyId: string | null;
  /** Of the payee's e-mail address, under the same key. */
  readonly payeeEmailDigest: Buffer | null;
}

/** When a trade is asked about, and how the newest answers went. */
export interface Schedule {
  /** null: nobody has begun to ask about it. */
  readonly watchClass: WatchClass | null;
  readonly nextQueryAt: Date | null;
  /** When `nextQueryAt` was decided. */
  readonly plannedAt: Date | null;
  readonly leaseId: string | null;
  readonly leaseUntil: Date | null;
  readonly hintedAt: Date | null;
  readonly hintCause: string | null;
  readonly lastAskedAt: Date | null;
  readonly lastAnswerAt: Date | null;
  /** The newest answer was its own and said how it stands; also before there is one. */
  readonly understood: boolean;
  /** When the provider first said that it does not know the trade, of answers that count; see `decide-not-found`. */
  readonly notFoundAt: Date | null;
  readonly finalFieldsAsked: boolean;
  /** Answers in a row that told nothing new: the interval grows with them, and not while the provider is away. */
  readonly quietAnswers: number;
  readonly missedAnswers: number;
  /** Questions in a row that found no answer while the provider answered others: what is wrong is this trade's record. */
  readonly fruitlessAnswers: number;
}

/** What is believed of a trade. */
export interface TradeBelief extends SaleFields {
  readonly tradeNo: string;
  readonly merchantOrderNo: string;
  readonly n: number;
  readonly side: Side;
  readonly status: TradeStatus;
  readonly outcome: CreateOutcome;
  /** Its `payUrl` is not handed out any more: a newer trade was made, or its outcome was given up. */
  readonly superseded: boolean;
  /** Fixed when the trade is made, as is their seal: whoever asks for something else gets the next trade. */
  readonly asked: Asked | null;
  /** Milliseconds since 1970: the timestamp that signed the newest create request. */
  readonly stamp: number | null;
  /** How often a create request was committed to be sent. */
  readonly sends: number;
  readonly orderNo: string | null;
  readonly payUrl: string | null;
  readonly payUrlAt: Date | null;
  /** When a request ended with this trade and no page; null: it did not. */
  readonly givenUpAt: Date | null;
  readonly refusal: Refusal | null;
  /** The price that the customer was shown, for which alone this trade may be sent; null: none was. */
  readonly shownQuantity: string | null;
  readonly tolerancePercent: string | null;
  /** By how many per cent more crypto was received than shown; negative: less. See `shown-price`. */
  readonly slippagePercent: string | null;
  readonly rampStatus: string | null;
  readonly facts: Facts;
  /** The newest record as the provider gave it, masked. */
  readonly lastSeen: unknown;
  readonly statusAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A trade as it stands in the database, with its schedule. */
export interface TradeRow extends TradeBelief, Schedule {}

/** A mismatch that staff has looked into and resolved; `seen` is what differed. */
export interface ResolvedMismatch {
  readonly tradeNo: string;
  readonly kind: MismatchKind;
  readonly field: string;
  readonly seen: string | null;
}

export interface OpenMismatch extends ObservedMismatch {
  readonly id: string;
}

/** An order with its trades (oldest first) as one read saw them, at `now` by Postgres' clock. */
export interface OrderState {
  readonly order: OrderRow;
  readonly trades: readonly TradeRow[];
  readonly openMismatches: readonly OpenMismatch[];
  readonly resolvedMismatches: readonly ResolvedMismatch[];
  readonly now: Date;
  /** It is not as it was sealed: nothing of it is told, sent or believed. */
  readonly isAltered?: boolean;
}

/** A difference that an answer shows now. `asked` and `seen` are texts for staff. */
export interface ObservedMismatch {
  readonly tradeNo: string;
  readonly kind: MismatchKind;
  readonly field: string;
  readonly asked: string | null;
  readonly seen: string | null;
}

/** Why something changed: the checkout or registration itself, a retry, a poll (and what brought it forward), or staff. */
export interface Cause {
  readonly kind: 'checkout' | 'registration' | 'retry' | 'poll' | 'staff';
  /** Which member of staff. */
  readonly by?: string;
  /** What made the question come earlier, such as `callback:<receipt id>` or `order-read`. */
  readonly hint?: string;
  readonly traceId?: string;
}

/** What an entry of the history is about. */
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
] as const;
type EventKind = (typeof EVENT_KINDS)[number];

/** A request that is about to be committed and sent. */
export interface Sending {
  readonly stamp: number;
  /** Of the same trade sent again: what it asked for before. */
  readonly asked: Asked;
  /** For how long the driver may go on from now. */
  readonly leaseMs: number;
  /** A caller asks anew: counts trades and patience from here, and may have changed what is asked. */
  readonly anew: Anew | null;
}

interface Anew extends SealedEmail {
  readonly customerId: string | null;
  readonly patienceMs: number;
  readonly shown: ShownPrice | null;
}

/** An entry of the history before it is numbered, dated and chained. */
export interface EventDraft {
  readonly tradeNo: string | null;
  readonly kind: EventKind;
  readonly data: Readonly<Record<string, unknown>>;
  readonly evidence?: unknown;
}

/** An entry of the history, ready to be stored. */
export interface OrderEvent extends EventDraft {
  readonly merchantOrderNo: string;
  readonly seq: number;
  readonly at: Date;
  readonly cause: Cause;
  /** The HMAC that stands for the evidence in that of the entry, so that the evidence can be erased; null: there was none. */
  readonly evidenceMac: Buffer | null;
  readonly keyId: string;
  readonly mac: Buffer;
}
