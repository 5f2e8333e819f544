import type { STATUSES_SEEN } from '../../platform/terms/order.js';
import type { StatedFacts } from './trade-facts.js';

/**
 * The provider's facts in our words. Amounts are decimal text, digit for digit as the provider sent them. Wire names,
 * wire formats and status codes stop at the mapper.
 */
export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];

export type BuyStatusSeen = (typeof STATUSES_SEEN.BUY)[number];

export type SellStatusSeen = (typeof STATUSES_SEEN.SELL)[number];

export interface TradeRequest {
  readonly tradeNo: string;
  /** Milliseconds since 1970; signs the request, and is committed before sending. */
  readonly stamp: number;
  readonly fiat: string;
  /** With exactly the currency's decimals. */
  readonly amount: string;
  readonly crypto: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string | null;
  readonly payWayCode: string;
  readonly country: string;
  readonly redirectUrl: string | null;
  readonly failRedirectUrl: string | null;
  readonly callbackUrl: string | null;
  readonly merchantName: string | null;
}

/** The customer of a trade: decides which access token is used. */
export interface TradeCustomer {
  readonly id: string | null;
  readonly email: string | null;
  /** A token from the merchant's own server; overrides every other source. */
  readonly accessToken: string | null;
}

export interface CreatedTrade {
  readonly orderNo: string;
  /** null: the trade exists, but its answer held no usable payment page. */
  readonly payUrl: string | null;
}

/** Identifies a trade by the provider's number, ours, or both. At least one is not null. */
export interface TradeQuery {
  readonly side: Side;
  readonly tradeNo: string | null;
  readonly orderNo: string | null;
  /** While `RAMP_NOT_FOUND` is empty, every answer that it could name counts as not found. */
  readonly guessesNotFound?: boolean;
}

interface Seen {
  readonly orderNo: string | null;
  /** As stated in the record; null: not stated. */
  readonly side: string | null;
  readonly appId: string | null;
  readonly rampStatus: string | null;
  readonly crypto: string | null;
  readonly network: string | null;
  readonly address: string | null;
  readonly fiat: string | null;
  readonly facts: StatedFacts;
  /** Wire names of fields that cannot be parsed (a date, a decimal, a type); their bytes are in the evidence. */
  readonly unreadable: readonly string[];
}

export interface BuySnapshot extends Seen {
  readonly kind: 'BUY';
  /** null: an unknown word; see `rampStatus`. */
  readonly status: BuyStatusSeen | null;
  readonly country: string | null;
}

/** The recipient of a sale's payout. Personal: stored encrypted, shown masked, never logged. */
export interface Payee {
  readonly name: string | null;
  readonly account: string | null;
  readonly card: string | null;
  readonly email: string | null;
}

export interface SellSnapshot extends Seen {
  readonly kind: 'SELL';
  readonly status: SellStatusSeen | null;
  readonly tradeNo: string | null;
  readonly payee: Payee;
  /**
   * The provider's signature of the record. Kept with the payee as evidence, unverified: its algorithm is not
   * documented.
   */
  readonly signature: string | null;
}

export type TradeSnapshot = BuySnapshot | SellSnapshot;

export interface QuoteRequest {
  readonly side: Side;
  readonly crypto: string;
  readonly network: string;
  readonly fiat: string;
  readonly country: string;
  /** BUY: fiat to spend; SELL: crypto to sell. */
  readonly amount: string;
  readonly payWayCode: string | null;
  /** ONE: the best or the requested payment method; ALL: each of them. SELL supports ONE only. */
  readonly type: 'ONE' | 'ALL';
}

/** Field names are the contract's own. */
export interface Quote {
  readonly fiat: string;
  readonly crypto: string;
  readonly payWayCode: string | null;
  readonly cryptoPrice: string | null;
  readonly cryptoQuantity: string | null;
  readonly fiatQuantity: string | null;
  readonly rampFee: string | null;
  readonly rampFeeInUSD: string | null;
  readonly networkFee: string | null;
  readonly cryptoNetworkFee: string | null;
  readonly rebateFiatAmount: string | null;
  readonly rebateUsdAmount: string | null;
}

/** A crypto on a network that the provider enabled for this application, with limits in `fiat` or crypto. */
export interface CryptoPair {
  readonly crypto: string;
  readonly network: string;
  readonly buyEnabled: boolean;
  readonly sellEnabled: boolean;
  readonly minBuyAmount: string | null;
  readonly maxBuyAmount: string | null;
  readonly minSellAmount: string | null;
  readonly maxSellAmount: string | null;
  readonly icon: string | null;
  readonly address: string | null;
}

/** The crypto list, and counts of its faulty entries, for the log. */
export interface ListedCryptos {
  readonly pairs: readonly CryptoPair[];
  readonly odd: {
    readonly unreadable: number;
    /** Entries skipped because an earlier one has the same pair. */
    readonly duplicate: number;
    /** Pairs whose limits were dropped as unreadable or empty. */
    readonly limits: number;
  };
}
