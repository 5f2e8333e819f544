import type { STATUSES_SEEN } from '../../platform/shared/statuses-seen.js';
import type { StatedFacts } from './trade-facts.js';

/**
 * The provider's facts in our words. Amounts are decimal text, digit for digit as the provider gave them; times are
 * moments. Wire names, wire formats and status codes stop at the mapper.
 */
export const SIDES = ['BUY', 'SELL'] as const;
export type Side = (typeof SIDES)[number];

/** What the provider may say of a BUY trade, in our words. */
export type BuyStatusSeen = (typeof STATUSES_SEEN.BUY)[number];

/** What the provider may say of a SELL trade, in our words. */
export type SellStatusSeen = (typeof STATUSES_SEEN.SELL)[number];

/** A trade as it is asked for at the provider. */
export interface TradeRequest {
  /** The number that this trade carries at the provider. */
  readonly tradeNo: string;
  /** Milliseconds since 1970; signs the request, and was committed before it is sent. */
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

/** For whom a trade is made: decides which access token is used. */
export interface TradeCustomer {
  readonly id: string | null;
  readonly email: string | null;
  /** A token that the merchant's own server handed in; it goes before every other source. */
  readonly accessToken: string | null;
}

export interface CreatedTrade {
  readonly orderNo: string;
  /** null: the trade is made, and the answer has no payment page that a customer can be sent to. */
  readonly payUrl: string | null;
}

/** Which trade a query asks about: by the provider's number, by ours, or by both. At least one is not null. */
export interface TradeQuery {
  readonly side: Side;
  readonly tradeNo: string | null;
  readonly orderNo: string | null;
  /** While `RAMP_NOT_FOUND` is empty, any answer that it could name counts as not found. */
  readonly guessesNotFound?: boolean;
}

/** Fields that both sides have. */
interface Seen {
  readonly orderNo: string | null;
  /** What the record itself says; null when it does not say. */
  readonly side: string | null;
  readonly appId: string | null;
  /** The provider's own word for the status. */
  readonly rampStatus: string | null;
  readonly crypto: string | null;
  readonly network: string | null;
  readonly address: string | null;
  readonly fiat: string | null;
  readonly facts: StatedFacts;
  /** Wire names of fields that are there but cannot be read (a date, a decimal, a type); their bytes are in the evidence. */
  readonly unreadable: readonly string[];
}

export interface BuySnapshot extends Seen {
  readonly kind: 'BUY';
  /** null: a word that we do not know; see `rampStatus`. */
  readonly status: BuyStatusSeen | null;
  readonly country: string | null;
}

/** Whom the provider pays for what was sold. Personal: it is stored encrypted, shown masked, and never logged. */
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
  /** The provider's signature of the record. Kept with the payee as evidence: how it is made is not known. */
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
  /** ONE: the best or the given payment method; ALL: each of them. SELL knows ONE only. */
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

/** One pair of crypto and network that the provider enabled for this application, with its limits in `fiat` or crypto. */
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

/** What an answer of the crypto list holds, and how much of it was odd: somebody should be told. */
export interface ListedCryptos {
  readonly pairs: readonly CryptoPair[];
  readonly odd: {
    /** Entries that were left out. */
    readonly unreadable: number;
    /** Entries that were left out because an earlier one is of the same pair. */
    readonly duplicate: number;
    /** Pairs whose limits were dropped, since they cannot be read or no amount can be between them. */
    readonly limits: number;
  };
}
