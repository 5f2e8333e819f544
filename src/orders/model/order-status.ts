import type { BuyStatusSeen, SellStatusSeen } from '../../ramp/port/ramp.types.js';

/** What is believed of a trade, and so of its order. Beyond what the provider says there are our own first words. */
export type TradeStatus = BuyStatusSeen | SellStatusSeen | 'CREATING' | 'REGISTERED';

/**
 * What became of the request that makes a trade. `in_flight`: it may be on its way; `not_sent`: certainly not sent;
 * `unknown`: nobody knows what the provider did; `never_created`: the provider said, late enough (of a purchase twice),
 * that it does not know the trade. A sale is made elsewhere and only watched here: `registered` until the provider is
 * found to have it, `created` from then on.
 */
export const CREATE_OUTCOMES = [
  'in_flight',
  'not_sent',
  'created',
  'refused',
  'unknown',
  'never_created',
  'registered',
] as const;
export type CreateOutcome = (typeof CREATE_OUTCOMES)[number];

interface StatusFacts {
  /** The customer's money or crypto has reached the provider: how far along, for the fold; 0 when it has not. */
  readonly paid: 0 | 1 | 2 | 3;
  /** Nothing more is expected, though a late payment may still come. */
  readonly settled: boolean;
  /** The order may be tried again with a new trade. */
  readonly retryable: boolean;
}

const facts = (paid: 0 | 1 | 2 | 3, settled: boolean, retryable: boolean): StatusFacts => ({
  paid,
  settled,
  retryable,
});

const STATUS_FACTS: Readonly<Record<TradeStatus, StatusFacts>> = {
  CREATING: facts(0, false, false),
  AWAITING_PAYMENT: facts(0, false, false),
  // Not settled: the provider's page lets the customer try a second card.
  PAYMENT_FAILED: facts(0, false, true),
  PAID: facts(1, false, false),
  TRANSFERRING: facts(2, false, false),
  CANCELLED: facts(0, true, true),
  COMPLETED: facts(3, true, false),
  REJECTED: facts(0, true, true),
  EXPIRED: facts(0, true, true),
  REGISTERED: facts(0, false, false),
  AWAITING_CRYPTO: facts(0, false, false),
  CRYPTO_RECEIVED: facts(1, false, false),
  PAYOUT_STARTED: facts(2, false, false),
  // Not settled: a refund may follow.
  PAYOUT_FAILED: facts(2, false, false),
  REFUNDED: facts(3, true, false),
};

/** Every status that there is. */
export const TRADE_STATUSES = Object.keys(STATUS_FACTS) as readonly TradeStatus[];

/** How far a paid trade has come (1 to 3); 0: nothing has been paid. */
export const paidStage = (status: TradeStatus): number => STATUS_FACTS[status].paid;

export const isPaid = (status: TradeStatus): boolean => paidStage(status) > 0;

export const isSettledStatus = (status: TradeStatus): boolean => STATUS_FACTS[status].settled;

/** Carried out, or given back. */
export const isDone = (status: TradeStatus): boolean => isPaid(status) && isSettledStatus(status);

/** Of a purchase: only that is made at the provider by us, so only that can be tried again by us. */
export const isRetryable = (status: TradeStatus): boolean => STATUS_FACTS[status].retryable;
