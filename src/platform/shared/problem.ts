import { PROBLEM_TEXTS } from './problem-texts.js';
import type { RefusalEvent } from './security-events.js';

export { PROBLEM_TEXTS };

/** Every error code in responses, with its HTTP status and title. The codes are stable. */
const PROBLEMS = {
  invalid_request: [400, 'The request is not valid'],
  unauthenticated: [401, 'Authentication is required'],
  forbidden: [403, 'Permission denied'],
  challenge_required: [403, 'A challenge must be solved'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'The method is not allowed'],
  request_timeout: [408, 'The request timed out'],
  merchant_order_no_conflict: [409, 'The order number is taken'],
  order_not_retryable: [409, 'The order cannot be retried'],
  order_in_review: [409, 'The order is in review'],
  order_not_ended: [409, 'An order has not ended'],
  key_not_rotatable: [409, 'The key cannot be rotated'],
  kept_by_settings: [409, 'It is kept by the settings'],
  cursor_expired: [410, 'The cursor has expired'],
  payload_too_large: [413, 'The body is too large'],
  uri_too_long: [414, 'The URL is too long'],
  unsupported_media_type: [415, 'The media type is not supported'],
  amount_precision: [422, 'The amount has too many decimal places'],
  amount_out_of_range: [422, 'The amount is out of range'],
  crypto_not_available: [422, 'The cryptocurrency is not available'],
  pay_way_not_available: [422, 'The payment method is not available'],
  address_invalid: [422, 'The address is not valid'],
  address_at_risk: [422, 'The address is considered risky'],
  memo_required: [422, 'A memo is required'],
  redirect_not_allowed: [422, 'The redirect URL is not allowed'],
  quote_moved: [422, 'The price has changed'],
  ramp_refused: [422, 'The provider rejected the request'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'The headers are too large'],
  internal: [500, 'Internal error'],
  ramp_configuration: [502, 'The provider connection is misconfigured'],
  ramp_protocol: [502, 'The provider sent an invalid response'],
  ramp_unavailable: [503, 'The provider cannot be reached'],
  unavailable: [503, 'The service is temporarily unavailable'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

/** Default for Retry-After, in seconds, when the time of recovery is unknown. */
export const RETRY_AFTER_S = 5;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The provider's message, for staff and servers, never for customers. */
export interface RampDetail {
  readonly returnCode: string | null;
  readonly returnMsg: string | null;
  readonly traceId: string | null;
}

export interface ProblemExtras {
  readonly errors?: readonly FieldError[];
  readonly ramp?: RampDetail;
  /** Seconds to wait; sent as the `Retry-After` header. */
  readonly retryAfter?: number;
  /** Further members of the response, such as `min` and `max`. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The cause is already in the log. */
  readonly isLogged?: boolean;
  /** The security event to log; never sent to the caller. */
  readonly security?: RefusalEvent;
}

/** An error for the caller, as in RFC 9457. `message` becomes the `detail` and holds no secret. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly title: string;

  constructor(
    readonly code: ProblemCode,
    detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail);
    [this.status, this.title] = PROBLEMS[code];
  }
}

/** A problem with one field, named in `errors`. */
export function fieldProblem(code: ProblemCode, field: string, detail: string, extras: ProblemExtras = {}): Problem {
  return new Problem(code, detail, { ...extras, errors: [{ field, message: detail }] });
}

/** `invalid_request` for one field, found after validation of its shape. */
export function wrongField(field: string, message: string, extras: ProblemExtras = {}): Problem {
  return wrongFields([{ field, message }], extras);
}

/** Cap of fields named in `detail`; `errors` may hold more. */
const MOST_NAMES = 20;

/** `invalid_request` with one error per field. */
export function wrongFields(errors: readonly FieldError[], extras: ProblemExtras = {}): Problem {
  const names = [...new Set(errors.map(({ field }) => field))].slice(0, MOST_NAMES);
  return new Problem('invalid_request', PROBLEM_TEXTS.invalidFields(names), { ...extras, errors });
}
