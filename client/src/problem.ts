import type { Quote } from './types.js';

/** What every problem says (RFC 9457). */
interface ProblemFacts {
  readonly type: string;
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** For people, in English. */
  readonly detail: string;
  /** Names the request in the service's log. */
  readonly traceId: string;
  /** What the provider said; staff and servers get to hear it. */
  readonly ramp?: {
    readonly returnCode: string | null;
    readonly returnMsg: string | null;
    readonly traceId: string | null;
  };
}

export interface FieldError {
  /** Path of the field, such as `quote.tolerancePercent`. */
  readonly field: string;
  readonly message: string;
}

export interface InvalidRequest extends ProblemFacts {
  readonly code: 'invalid_request';
  readonly errors: readonly FieldError[];
}

export interface AmountOutOfRange extends ProblemFacts {
  readonly code: 'amount_out_of_range';
  /** Decimal strings; null: there is no such limit, or it is not known. */
  readonly min: string | null;
  readonly max: string | null;
}

export interface QuoteMoved extends ProblemFacts {
  readonly code: 'quote_moved';
  /** The price of now; null: it was not kept. */
  readonly quote: Quote | null;
}

export interface RampUnavailable extends ProblemFacts {
  readonly code: 'ramp_unavailable';
  /** Of a checkout: nothing was made, and this number may be used again. */
  readonly merchantOrderNo: string | null;
}

/** A code that this version of the client does not know. */
export interface UnrecognisedProblem extends ProblemFacts {
  readonly code: 'unrecognised';
  readonly sentCode: string;
}

/** The codes that say all there is to say. */
const PLAIN_CODES = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'merchant_order_no_conflict',
  'order_not_retryable',
  'payload_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'amount_precision',
  'crypto_not_available',
  'address_invalid',
  'address_at_risk',
  'memo_required',
  'redirect_not_allowed',
  'rate_limited',
  'headers_too_large',
  'internal',
  'ramp_configuration',
  'ramp_refused',
  'ramp_protocol',
  'unavailable',
] as const;

export interface PlainProblem extends ProblemFacts {
  readonly code: (typeof PLAIN_CODES)[number];
}

/** Why the service did not do what it was asked for; decide by `code`. */
export type Problem =
  InvalidRequest | AmountOutOfRange | QuoteMoved | RampUnavailable | PlainProblem | UnrecognisedProblem;

type Members = Readonly<Record<string, unknown>>;

/** Reads an answer's body; null: it is not a problem of the service, but of something in between. */
export function parseProblem(body: unknown): Problem | null {
  if (!isRecord(body)) return null;
  const { type, title, status, detail, code, traceId, ramp } = body;
  if (typeof code !== 'string' || typeof status !== 'number') return null;
  const facts: ProblemFacts = {
    type: textOf(type),
    title: textOf(title),
    status,
    detail: textOf(detail),
    traceId: textOf(traceId),
    ...(isRecord(ramp) ? { ramp: rampOf(ramp) } : {}),
  };
  switch (code) {
    case 'invalid_request':
      return { ...facts, code, errors: errorsOf(body['errors']) };
    case 'amount_out_of_range':
      return { ...facts, code, min: textOrNull(body['min']), max: textOrNull(body['max']) };
    case 'quote_moved':
      return { ...facts, code, quote: isRecord(body['quote']) ? (body['quote'] as unknown as Quote) : null };
    case 'ramp_unavailable':
      return { ...facts, code, merchantOrderNo: textOrNull(body['merchantOrderNo']) };
  }
  const plain = PLAIN_CODES.find((known) => known === code);
  return plain === undefined ? { ...facts, code: 'unrecognised', sentCode: code } : { ...facts, code: plain };
}

function errorsOf(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(isRecord).map(({ field, message }) => ({ field: textOf(field), message: textOf(message) }));
}

function rampOf({ returnCode, returnMsg, traceId }: Members): NonNullable<ProblemFacts['ramp']> {
  return { returnCode: textOrNull(returnCode), returnMsg: textOrNull(returnMsg), traceId: textOrNull(traceId) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
