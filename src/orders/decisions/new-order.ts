import type { Metadata } from '../model/metadata.js';
import type {
  EventDraft,
  OrderRow,
  Reservation,
  StateSeal,
  TradeRow,
  OrderTerms,
  Schedule,
  ShownPrice,
} from '../model/order.types.js';
import { tradeNumber } from '../../platform/terms/order.js';
import { addressKeyOf } from '../model/fold.js';
import { termsWhere } from '../../platform/terms/order-terms.js';
import { shownColumns, shownPrice } from './shown-price.js';

/** With a shown price or `asksFirst` the trade is not in flight yet: it gets a new timestamp after the check. */
export function newTrade(
  merchantOrderNo: string,
  n: number,
  asked: OrderTerms,
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

export const TRADE_DEFAULTS = {
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

const NOTHING_KNOWN = {
  ...UNWATCHED,
  ...TRADE_DEFAULTS,
  shownQuantity: null,
  tolerancePercent: null,
} as const;

export const ORDER_DEFAULTS = {
  failureCode: null,
  inReview: false,
  announcedStatus: null,
  version: 1,
  firstTradeOfRequest: 1,
  secretUntil: null,
  erasedAt: null,
  keptUntil: null,
} as const;

const NEW_ORDER = {
  ...ORDER_DEFAULTS,
  addressKey: null,
  guestBlock: null,
  customerEmail: null,
  customerEmailKeyId: null,
  customerEmailDigest: null,
  metadata: {},
  attemptLease: null,
  attemptUntil: null,
  attemptPatienceUntil: null,
} as const;

/** A purchase with its first trade, without the end of its history. `secretSalt`: 16 random bytes. */
export function newPurchase(
  { asked, shown, stamp, leaseMs, patienceMs, ...given }: Omit<Reservation, 'cause'>,
  asksFirst: boolean,
  secretSalt: Buffer,
  now: Date,
) {
  const trade = newTrade(given.merchantOrderNo, 1, asked, stamp, now, shown, asksFirst);
  const draft: EventDraft = { tradeNo: trade.tradeNo, kind: 'reserved', data: reservedData(trade) };
  const order = {
    ...NEW_ORDER,
    ...given,
    side: 'BUY' as const,
    status: 'CREATING' as const,
    addressKey: addressKeyOf(trade),
    attemptUntil: new Date(now.getTime() + leaseMs),
    attemptPatienceUntil: new Date(now.getTime() + patienceMs),
    secretSalt,
    createdAt: now,
    updatedAt: now,
  };
  return { order, trade, draft };
}

export const URLS: ReadonlySet<string> = new Set(termsWhere(({ form }) => form === 'url'));

/** Without redirects: a merchant may have put anything into them. */
export function reservedData(trade: TradeRow): EventDraft['data'] {
  const { asked, stamp, sends } = trade;
  const shown = shownPrice(trade);
  const kept = Object.entries(asked ?? {}).filter(([name]) => !URLS.has(name));
  return { stamp, sends, asked: Object.fromEntries(kept), ...(shown === null ? {} : { shown }) };
}

/** A sale made on the provider's pages, as registered by the merchant's server; with at least one number. */
export interface Registration {
  /** Our number: the merchant's if its form allows, else derived. */
  readonly merchantOrderNo: string;
  /** The merchant's number at the provider, in any form; null: there is only the provider's own number. */
  readonly rampMerchantOrderNo: string | null;
  readonly orderNo: string | null;
  readonly caller: string;
  readonly customerId: string | null;
  /** From the first registration; a repeat is compared without it. */
  readonly metadata?: Metadata;
}

export function newSaleTrade(registration: Registration, now: Date): TradeRow {
  const { merchantOrderNo, rampMerchantOrderNo, orderNo } = registration;
  return {
    ...NOTHING_KNOWN,
    tradeNo: merchantOrderNo,
    merchantOrderNo,
    n: 1,
    side: 'SELL',
    status: 'REGISTERED',
    outcome: 'registered',
    superseded: false,
    asked: null,
    stamp: null,
    sends: 0,
    orderNo,
    registeredOrderNo: orderNo,
    rampMerchantOrderNo,
    watchClass: 'waiting',
    nextQueryAt: now,
    plannedAt: now,
    statusAt: now,
    createdAt: now,
    updatedAt: now,
  };
}

/** Without the end of its history. `secretSalt`: 16 random bytes. */
export function newSaleOrder(
  { merchantOrderNo, caller, customerId, metadata = {} }: Registration,
  secretSalt: Buffer,
  now: Date,
): Omit<OrderRow, 'eventCount' | 'lastEventMac' | keyof StateSeal> {
  return {
    ...NEW_ORDER,
    merchantOrderNo,
    side: 'SELL',
    caller,
    customerId,
    metadata,
    status: 'REGISTERED',
    secretSalt,
    createdAt: now,
    updatedAt: now,
  };
}

export function registeredDraft({ merchantOrderNo, rampMerchantOrderNo, orderNo }: Registration): EventDraft {
  const data = { merchantOrderNo: rampMerchantOrderNo, orderNo };
  return { tradeNo: merchantOrderNo, kind: 'registered', data };
}
