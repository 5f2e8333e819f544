import { tradeNumber } from '../../platform/shared/order-number.js';
import type { Asked, Schedule, ShownPrice, TradeRow } from '../model/order.types.js';
import { shownColumns } from './shown-price.js';

/**
 * A trade that is about to be sent: its stamp is part of it from the first moment. Where a price was shown it is not on
 * its way yet: it is stamped once more, and sent, when the price still holds; `asksFirst`: when nobody knows its number.
 */
export function newTrade(
  merchantOrderNo: string,
  n: number,
  asked: Asked,
  stamp: number,
  now: Date,
  shown: ShownPrice | null = null,
  asksFirst = false,
): TradeRow {
  const waits = shown !== null || asksFirst;
  return {
    tradeNo: tradeNumber(merchantOrderNo, n),
    merchantOrderNo,
    n,
    side: 'BUY',
    status: 'CREATING',
    outcome: waits ? 'not_sent' : 'in_flight',
    superseded: false,
    asked,
    stamp,
    sends: waits ? 0 : 1,
    statusAt: now,
    createdAt: now,
    updatedAt: now,
    ...NOTHING_KNOWN,
    ...shownColumns(shown),
  };
}

/** The schedule of a trade that nobody has begun to ask about. */
export const UNWATCHED: Schedule = {
  watchClass: null,
  nextQueryAt: null,
  plannedAt: null,
  leaseId: null,
  leaseUntil: null,
  hintedAt: null,
  hintCause: null,
  lastAskedAt: null,
  lastAnswerAt: null,
  understood: true,
  notFoundAt: null,
  finalFieldsAsked: false,
  quietAnswers: 0,
  missedAnswers: 0,
  fruitlessAnswers: 0,
};

/** What is not known when a trade is made: the table's defaults say the same. */
export const NOTHING_SAID = {
  orderNo: null,
  payUrl: null,
  payUrlAt: null,
  givenUpAt: null,
  refusal: null,
  slippagePercent: null,
  rampStatus: null,
  facts: {},
  lastSeen: null,
  registeredOrderNo: null,
  rampMerchantOrderNo: null,
  payeeSealed: null,
  payeeKeyId: null,
  payeeEmailDigest: null,
} as const;

/** A trade of which nothing is known, sealed or planned yet. */
export const NOTHING_KNOWN = {
  ...UNWATCHED,
  ...NOTHING_SAID,
  shownQuantity: null,
  tolerancePercent: null,
} as const;
