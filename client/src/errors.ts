import type { Problem } from './problem.js';

/** The service said no; `problem` says why. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: Problem['code'];
  /** The HTTP status. */
  readonly status: number;

  constructor(
    readonly problem: Problem,
    /** After which asking again is worth it, as the service says; null: it does not say. */
    readonly retryAfterMs: number | null,
  ) {
    super(`${problem.code}: ${problem.detail}`);
    this.code = problem.code;
    this.status = problem.status;
  }
}

/** No answer: the network is down, the call took too long, or the answer can't be read. What was asked may be done all the same. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** HTTP status of an answer that is not the service's own, as a proxy's; null: none came. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    {
      status = null,
      retryAfterMs = null,
      cause,
    }: { status?: number | null; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Will asking again, later, bring another answer? Whoever may not read an order has to be told. */
export function isPassing(error: unknown): error is ProblemError | ConnectionError {
  if (error instanceof ConnectionError) return true;
  return error instanceof ProblemError && (error.status >= 500 || [408, 425, 429].includes(error.status));
}
