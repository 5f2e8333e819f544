import type { Problem } from './problem.js';

/** The service refused the request; `problem` says why. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: Problem['code'];
  readonly status: number;

  constructor(
    readonly problem: Problem,
    /** How long to wait before a repeat, as the service says; null: not stated. */
    readonly retryAfterMs: number | null,
  ) {
    super(`${problem.code}: ${problem.detail}`);
    this.code = problem.code;
    this.status = problem.status;
  }
}

/**
 * No answer: the network is down, the call took too long, or the answer can't be read. The request may have been
 * processed.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** HTTP status of an answer that is not from the service, such as a proxy's; null: no answer. */
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

/** True if a later attempt may succeed. A missing permission is permanent. */
export function isPassing(error: unknown): error is ProblemError | ConnectionError {
  if (error instanceof ConnectionError) return true;
  return error instanceof ProblemError && (error.status >= 500 || [408, 425, 429].includes(error.status));
}
