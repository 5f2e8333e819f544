import { ORDER_PROBLEMS } from './problems/order-problems.js';
import { PASSING_PROBLEMS } from './problems/passing-problems.js';
import { REQUEST_PROBLEMS } from './problems/request-problems.js';
import type { FieldError, ProblemRow } from './problems/row.js';
import type { RefusalEvent } from './security-events.js';

export type { FieldError };

/** Every error code that a caller may see: the one table. */
const PROBLEMS = { ...REQUEST_PROBLEMS, ...ORDER_PROBLEMS, ...PASSING_PROBLEMS };

/** Seconds after which it is worth asking again, where nothing says when it will work. */
export const RETRY_AFTER_S = 5;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

export const problemRow = (code: ProblemCode): ProblemRow => PROBLEMS[code];

/** The texts of all rows as one object: inferring one parameter of many functions makes an intersection. */
type TextsOf<P> = P extends { readonly texts: infer T } ? (texts: T) => void : never;
type AllTexts = TextsOf<(typeof PROBLEMS)[ProblemCode]> extends (texts: infer T) => void ? T : never;

/** The texts of all problems by name. */
export const PROBLEM_TEXTS = Object.assign({}, ...PROBLEM_CODES.map((code) => problemRow(code).texts)) as AllTexts;

/** What the provider said; for staff and servers, never for customers. */
export interface RampDetail {
  readonly returnCode: string | null;
  readonly returnMsg: string | null;
  readonly traceId: string | null;
}

export interface ProblemExtras {
  readonly errors?: readonly FieldError[];
  readonly ramp?: RampDetail;
  /** Seconds after which it is worth asking again; sent as the `Retry-After` header. */
  readonly retryAfter?: number;
  /** Further members of the answer, such as `min` and `max`. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The log names the cause already. */
  readonly isLogged?: boolean;
  /** The security event that this is; for the log, never for the caller. */
  readonly security?: RefusalEvent;
}

/** An error that a caller is told about, in the form of RFC 9457. `message` is the `detail` and holds no secret. */
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

/** A problem with one field, which `errors` names, in the words of `detail`. */
export function fieldProblem(code: ProblemCode, field: string, detail: string, extras: ProblemExtras = {}): Problem {
  return new Problem(code, detail, { ...extras, errors: [{ field, message: detail }] });
}

/** `invalid_request` for one field, where what is wrong with it shows only beside something else. */
export function wrongField(field: string, message: string, extras: ProblemExtras = {}): Problem {
  return wrongFields([{ field, message }], extras);
}

/** `detail` names no more fields; `errors` may. */
const MOST_NAMES = 20;

/** `invalid_request`, with all that is wrong, field by field. */
export function wrongFields(errors: readonly FieldError[], extras: ProblemExtras = {}): Problem {
  const names = [...new Set(errors.map(({ field }) => field))].slice(0, MOST_NAMES);
  return new Problem('invalid_request', PROBLEM_TEXTS.invalidFields(names), { ...extras, errors });
}
