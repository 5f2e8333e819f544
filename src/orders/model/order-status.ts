import type { BuyTradeStatus, SellTradeStatus } from '../../ramp/port/ramp.types.js';

export type TradeStatus = BuyTradeStatus | SellTradeStatus | 'CREATING' | 'REGISTERED';

/**
 * `in_flight`: may be under way; `unknown`: the provider may have acted; `registered`: a sale not found yet;
 * `never_created`: late enough answers (two for a purchase) said that the trade does not exist.
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
  /** How far money or crypto has moved, for the fold; 0: not received. */
  readonly paid: 0 | 1 | 2 | 3;
  /** Nothing more is expected, though a late payment may still come. */
  readonly settled: boolean;
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
  // Not settled: the provider's page accepts a second card.
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

export const TRADE_STATUSES = Object.keys(STATUS_FACTS) as readonly TradeStatus[];

export const paidStage = (status: TradeStatus): number => STATUS_FACTS[status].paid;

export const isPaid = (status: TradeStatus): boolean => paidStage(status) > 0;

export const isSettledStatus = (status: TradeStatus): boolean => STATUS_FACTS[status].settled;

export const isCompletedOrRefunded = (status: TradeStatus): boolean => isPaid(status) && isSettledStatus(status);

/** A sale cannot be retried here. */
export const isRetryable = (status: TradeStatus): boolean => STATUS_FACTS[status].retryable;
