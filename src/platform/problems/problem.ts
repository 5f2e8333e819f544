import { ORDER_PROBLEMS } from './order-problems.js';
import { PASSING_PROBLEMS } from './passing-problems.js';
import { REQUEST_PROBLEMS } from './request-problems.js';
import type { FieldError, ProblemRow } from './problem-row.js';
import type { RefusalEvent } from '../callers/security-events.js';

export type { FieldError };

/** Every error code that a caller may see. */
const PROBLEMS = { ...REQUEST_PROBLEMS, ...ORDER_PROBLEMS, ...PASSING_PROBLEMS };

export const RETRY_AFTER_S = 5;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

export const problemRow = (code: ProblemCode): ProblemRow => PROBLEMS[code];

/** The texts of all rows as one object: inferring one parameter of many functions makes an intersection. */
type TextsOf<P> = P extends { readonly texts: infer T } ? (texts: T) => void : never;
type AllTexts = TextsOf<(typeof PROBLEMS)[ProblemCode]> extends (texts: infer T) => void ? T : never;

export const PROBLEM_TEXTS = Object.assign({}, ...PROBLEM_CODES.map((code) => problemRow(code).texts)) as AllTexts;

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
    ({ status: this.status, title: this.title } = PROBLEMS[code]);
  }
}

export function fieldProblem(code: ProblemCode, field: string, detail: string, extras: ProblemExtras = {}): Problem {
  return new Problem(code, detail, { ...extras, errors: [{ field, message: detail }] });
}

/** `invalid_request` for one field, found after validation of its shape. */
export function wrongField(field: string, message: string, extras: ProblemExtras = {}): Problem {
  return wrongFields([{ field, message }], extras);
}

/** `errors` may hold more. */
const MOST_NAMES = 20;

export function wrongFields(errors: readonly FieldError[], extras: ProblemExtras = {}): Problem {
  const names = [...new Set(errors.map(({ field }) => field))].slice(0, MOST_NAMES);
  return new Problem('invalid_request', PROBLEM_TEXTS.invalidFields(names), { ...extras, errors });
}
