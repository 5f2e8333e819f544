import type { CreatedTrade, Quote } from './ramp.types.js';
import type { RefusalReason } from './refusal-table.js';

export const ENDPOINTS = ['create', 'query', 'quote', 'list', 'token'] as const;

/** Request and answer, safe to store in the history: no secret, token or signature, and personal data masked. */
export interface Evidence {
  readonly endpoint: (typeof ENDPOINTS)[number];
  readonly sent: Readonly<Record<string, unknown>>;
  /** The answer as JSON, or the beginning of its text. */
  readonly seen: unknown;
  readonly httpStatus: number | null;
  readonly traceId: string | null;
  /** The answer's `Date` header. */
  readonly answeredAt: Date | null;
}

/** The provider understood and did not act. */
export interface RampRefused {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  readonly returnCode: string;
  readonly returnMsg: string | null;
  /** Parsed from the message of 3102. */
  readonly min: string | null;
  readonly max: string | null;
  /** The refusal was about its timestamp, token or rate. */
  readonly resendable: boolean;
  readonly evidence: Evidence;
}

/** `too_late`: the time ran out, or the caller may send no more. */
export type HoldReason = 'breaker_open' | 'too_late';

/** `access_token_away`: the source does not answer; `no_customer_…`: the checkout did not identify the customer. */
export type NoTokenReason = 'no_access_token' | 'access_token_away' | 'no_customer_email' | 'no_customer_id';

/** Certainly no byte was sent. `not_found_doubted`: the provider also denies numbers that it has. */
export interface RampNotSent {
  readonly kind: 'not_sent';
  readonly reason: 'connection' | 'budget' | 'database' | 'not_found_doubted' | NoTokenReason | HoldReason;
  readonly detail: string;
  readonly evidence: Evidence;
}

/** The provider may have received the request, with unknown effect: timeout, reset, 5xx, redirect, truncated answer. */
export interface RampOutcomeUnknown {
  readonly kind: 'unknown';
  readonly reason: 'timeout' | 'connection_lost' | 'server_error' | 'redirect';
  readonly detail: string;
  readonly evidence: Evidence;
}

/** A nonsensical answer. For a create, the outcome is unknown. */
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

/** Results grouped by what the caller does next. Expected outcomes are values; only bugs are thrown. */
export type RampResult<T> = RampAnswered<T> | RampFailure;

const EACH_KIND: Record<RampResult<unknown>['kind'], 0> = {
  answered: 0,
  refused: 0,
  not_sent: 0,
  unknown: 0,
  protocol: 0,
};
export const RESULT_KINDS = Object.keys(EACH_KIND);

export type CreateResult = RampResult<CreatedTrade>;

export interface QuoteFailure {
  readonly payWayCode: string | null;
  /** null: its entry is unreadable, names no quantity, or is for something else. */
  readonly refusal: Omit<RampRefused, 'kind' | 'evidence'> | null;
}

export interface Quotes {
  readonly quotes: readonly Quote[];
  readonly failures: readonly QuoteFailure[];
}

export const TOKEN_FETCH_RESULTS = ['issued', 'refused', 'nonsense', 'unreachable'] as const;
export type TokenFetchResult = (typeof TOKEN_FETCH_RESULTS)[number];
