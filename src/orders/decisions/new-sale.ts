import { NEW_ORDER } from './new-order.js';
import { NOTHING_KNOWN } from './new-trade.js';
import type { Metadata } from '../model/metadata.js';
import type { EventDraft, OrderRow, StateSeal, TradeRow } from '../model/order.types.js';

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

/** The only trade of a sale, due at once because a customer may be waiting. */
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
