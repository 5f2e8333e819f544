import type { CreatedTrade, Quote } from './ramp.types.js';

export const ENDPOINTS = ['create', 'query', 'quote', 'list', 'token'] as const;

/**
 * What was asked and answered, fit to be kept in the history: no secret, token or signature, and personal data masked.
 */
export interface Evidence {
  readonly endpoint: (typeof ENDPOINTS)[number];
  /** The fields that were sent. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The answer's body as JSON, or its first characters as text when it is not JSON; null when there was none. */
  readonly seen: unknown;
  readonly httpStatus: number | null;
  /** The provider's own request id. */
  readonly traceId: string | null;
  /** Moment of the answer by its `Date` header; null when there is no answer or no such header. */
  readonly answeredAt: Date | null;
}

/**
 * Why the provider said no, in our words; one per row of the contract's error table, and the ones that it leaves open.
 * `handed_in_token`: the access token that came with the checkout was refused, and only its sender may have another one.
 * `pay_way`: the provider's prices say that it does not offer the payment method; no code does.
 */
export type RefusalReason =
  | 'commission'
  | 'crypto_not_configured'
  | 'amount_out_of_range'
  | 'timestamp_expired'
  | 'app_unknown'
  | 'address_invalid'
  | 'address_at_risk'
  | 'pay_way'
  | 'path_unknown'
  | 'access_token'
  | 'signature'
  | 'handed_in_token'
  | 'rate_limited'
  | 'undocumented';

/** The provider understood and did not act. */
export interface RampRefused {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  readonly returnCode: string;
  /** null: the provider gave no message. */
  readonly returnMsg: string | null;
  /** Read out of the message of 3102; null elsewhere. */
  readonly min: string | null;
  readonly max: string | null;
  /** The same request may be sent again, freshly stamped: the refusal was about its stamp, its token or the rate. */
  readonly resendable: boolean;
  readonly evidence: Evidence;
}

/** Why our own side held a call back: the provider is away, or its sender waited longer than it may (`too_late`). */
export type HoldBack = 'breaker_open' | 'too_late';

/**
 * Why a trade has no access token. `no_access_token`: none is configured, or its source refuses; `access_token_away`: its
 * source does not answer; `no_customer_email`, `no_customer_id`: nobody said for whom to ask.
 */
export type NoTokenReason = 'no_access_token' | 'access_token_away' | 'no_customer_email' | 'no_customer_id';

/**
 * Not a byte of the request reached the provider: refused connection, failed look-up, no token, or held back by us.
 * `not_found_doubted`: the provider does not find the number, nor numbers that it has.
 */
export interface RampNotSent {
  readonly kind: 'not_sent';
  readonly reason: 'connection' | 'budget' | 'database' | 'not_found_doubted' | NoTokenReason | HoldBack;
  readonly detail: string;
  readonly evidence: Evidence;
}

/** The request may have reached the provider and nobody knows what it did: timeout, reset, 5xx, redirect, cut answer. */
export interface RampOutcomeUnknown {
  readonly kind: 'unknown';
  readonly reason: 'timeout' | 'connection_lost' | 'server_error' | 'redirect';
  readonly detail: string;
  readonly evidence: Evidence;
}

/** There is an answer and it makes no sense. Of a create, the outcome is unknown. */
export interface RampProtocolError {
  readonly kind: 'protocol';
  readonly detail: string;
  readonly evidence: Evidence;
}

export interface RampAnswered<T> {
  readonly kind: 'answered';
  readonly value: T;
  readonly evidence: Evidence;
}

export type RampFailure = RampRefused | RampNotSent | RampOutcomeUnknown | RampProtocolError;

/** What comes back from the provider, by what the caller does next. Expected outcomes are values; only bugs are thrown. */
export type RampResult<T> = RampAnswered<T> | RampFailure;

/** The kinds of a {@link RampResult}. */
export const RESULT_KINDS = Object.keys({
  answered: 0,
  refused: 0,
  not_sent: 0,
  unknown: 0,
  protocol: 0,
} satisfies Record<RampResult<unknown>['kind'], 0>);

export type CreateResult = RampResult<CreatedTrade>;

/** A payment method for which there is no price. */
export interface QuoteFailure {
  readonly payWayCode: string | null;
  /** Why the provider says no; null: its entry cannot be read, says not how much is received, or is for something else. */
  readonly refusal: Omit<RampRefused, 'kind' | 'evidence'> | null;
}

/** What an answer to a quote holds. Both lists are empty where the provider has no method to offer. */
export interface Quotes {
  readonly quotes: readonly Quote[];
  readonly failures: readonly QuoteFailure[];
}

/** How a request for a token ended, for the metrics. */
export const TOKEN_FETCH_RESULTS = ['issued', 'refused', 'nonsense', 'unreachable'] as const;
export type TokenFetchResult = (typeof TOKEN_FETCH_RESULTS)[number];
