import type { TermValues } from '../../platform/terms/order-terms.js';
import type { PROVIDER_STATUSES } from '../../platform/terms/order.js';
import type { Side, StatedFacts } from './trade-facts.js';

/** Amounts are decimal text, digit for digit from the provider. Wire names and formats stop at the mapper. */
export type { Side };
export const SIDES = ['BUY', 'SELL'] as const satisfies readonly Side[];

export type ProviderStatus<S extends Side> = (typeof PROVIDER_STATUSES)[S][number];
export type BuyTradeStatus = ProviderStatus<'BUY'>;
export type SellTradeStatus = ProviderStatus<'SELL'>;

export interface TradeRequest extends TermValues {
  readonly tradeNo: string;
  /** Milliseconds since 1970; signs the request, and is committed before sending. */
  readonly stamp: number;
  readonly callbackUrl: string | null;
}

/** Decides which access token is used. */
export interface TradeCustomer {
  readonly id: string | null;
  readonly email: string | null;
  /** From the merchant's own server; overrides every other source. */
  readonly accessToken: string | null;
}

export interface CreatedTrade {
  readonly orderNo: string;
  /** null: the answer held no usable payment page. */
  readonly payUrl: string | null;
}

/** At least one is not null. */
export interface TradeQuery {
  readonly side: Side;
  readonly tradeNo: string | null;
  readonly orderNo: string | null;
  /** While `RAMP_NOT_FOUND` is empty, every answer that it could name counts as not found. */
  readonly guessesNotFound?: boolean;
}

/** null: not stated. */
type StatedTerms = Readonly<
  Record<'orderNo' | 'side' | 'appId' | 'rampStatus' | 'crypto' | 'network' | 'address' | 'fiat', string | null>
>;

interface SnapshotBase extends StatedTerms {
  readonly facts: StatedFacts;
  /** Wire names of fields that cannot be parsed (a date, a decimal, a type); their bytes are in the evidence. */
  readonly unreadable: readonly string[];
}

export interface BuySnapshot extends SnapshotBase {
  readonly kind: 'BUY';
  /** null: an unknown word; see `rampStatus`. */
  readonly status: BuyTradeStatus | null;
  readonly country: string | null;
}

/** The recipient of a sale's payout. Personal: stored encrypted, shown masked, never logged. */
export type Payee = Readonly<Record<'name' | 'account' | 'card' | 'email', string | null>>;

export interface SellSnapshot extends SnapshotBase {
  readonly kind: 'SELL';
  readonly status: SellTradeStatus | null;
  readonly tradeNo: string | null;
  readonly payee: Payee;
  /** Kept with the payee as evidence, unverified: its algorithm is not documented. */
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

export const QUOTE_AMOUNTS = [
  'cryptoPrice',
  'cryptoQuantity',
  'fiatQuantity',
  'rampFee',
  'rampFeeInUSD',
  'networkFee',
  'cryptoNetworkFee',
  'rebateFiatAmount',
  'rebateUsdAmount',
] as const;

/** Field names are the contract's own. */
export interface Quote extends Readonly<Record<(typeof QUOTE_AMOUNTS)[number], string | null>> {
  readonly fiat: string;
  readonly crypto: string;
  readonly payWayCode: string | null;
}

type AmountLimit = 'minBuyAmount' | 'maxBuyAmount' | 'minSellAmount' | 'maxSellAmount';

/** A crypto on a network that the provider enabled for this application, with limits in `fiat` or crypto. */
export interface CryptoPair extends Readonly<Record<AmountLimit | 'icon' | 'address', string | null>> {
  readonly crypto: string;
  readonly network: string;
  readonly buyEnabled: boolean;
  readonly sellEnabled: boolean;
}

/** With counts of its faulty entries, for the log. */
export interface ListedCryptos {
  readonly pairs: readonly CryptoPair[];
  readonly odd: {
    readonly unreadable: number;
    readonly duplicate: number;
    /** Pairs whose limits were dropped as unreadable or empty. */
    readonly limits: number;
  };
}
