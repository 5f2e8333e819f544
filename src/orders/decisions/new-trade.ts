import { tradeNumber } from '../../platform/terms/order.js';
import type { Asked, Schedule, ShownPrice, TradeRow } from '../model/order.types.js';
import { shownColumns } from './shown-price.js';

/**
 * A trade with the timestamp of its create request. With a shown price or `asksFirst` it is not in flight yet: it gets a new
 * timestamp after the check.
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

/** Initial values, equal to the table's defaults. */
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

export const NOTHING_KNOWN = {
  ...UNWATCHED,
  ...NOTHING_SAID,
  shownQuantity: null,
  tolerancePercent: null,
} as const;
