import { NEW_ORDER } from './new-order.js';
import { NOTHING_KNOWN } from './new-trade.js';
import type { Metadata } from '../model/metadata.js';
import type { EventDraft, OrderRow, StateSeal, TradeRow } from '../model/order.types.js';

/** A sale that somebody makes on the provider's pages, as the merchant's server tells of it; one number is there. */
export interface Registration {
  /** Ours: as given where it may be one, else made from what was given. */
  readonly merchantOrderNo: string;
  /** The merchant's number in the provider's books, whatever its form; null: only the provider's own is known. */
  readonly rampMerchantOrderNo: string | null;
  readonly orderNo: string | null;
  readonly caller: string;
  readonly customerId: string | null;
  /** As the first registration has it: no part of what makes another one the same. */
  readonly metadata?: Metadata;
}

/** The one trade of a sale: due at once, because a customer may be waiting. */
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

/** The order of a sale, without the end of its history. `secretSalt`: 16 random bytes. */
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
