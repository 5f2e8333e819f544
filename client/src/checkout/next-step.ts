import { ConnectionError, ProblemError } from '../errors.js';
import type { FailedAttempt } from '../options.js';

/** The reaction to a failed attempt. */
export type NextStep =
  /** Send the same request again after at least `afterMs`. */
  | { readonly kind: 'repeat'; readonly afterMs: number; readonly failed: FailedAttempt }
  /** A repeat would get the same answer. */
  | { readonly kind: 'give_up' };

const GIVE_UP: NextStep = { kind: 'give_up' };
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** An internal error may come after the order was created, so repeat it; one that stays will not go away. */
const INTERNAL_ATTEMPTS = 3;
/** Statuses of proxies and balancers that do not say whether the request was processed, or that ask for a repeat. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/** Temporary problems, and whether this attempt may have created an order. All others stay for the same request. */
const PASSING: Readonly<Partial<Record<ProblemError['code'], boolean>>> = {
  // The service lost its database, perhaps after it reserved the order or called the provider.
  unavailable: true,
  ramp_unavailable: false,
  rate_limited: false,
};

/**
 * Repeats a request whose answer was lost, since a repeat finds the order that it may have created, and one that the
 * service could not handle for the moment. All other problems are faults of the request or need the operator.
 * `attempt` counts from 1; `chance` is from 0 to 1.
 */
export function nextStep(error: unknown, attempt: number, chance: number): NextStep {
  const pause = pauseMs(attempt, chance);
  if (error instanceof ConnectionError) {
    const { status, retryAfterMs } = error;
    const isPassing = status === null || status < 400 || status >= 500 || PASSING_STATUSES.includes(status);
    const failed = { error, isLost: true };
    return isPassing ? { kind: 'repeat', afterMs: Math.max(pause, retryAfterMs ?? 0), failed } : GIVE_UP;
  }
  if (!(error instanceof ProblemError)) return GIVE_UP;
  const repeat = (isLost: boolean): NextStep => ({
    kind: 'repeat',
    afterMs: Math.max(pause, error.retryAfterMs ?? 0),
    failed: { error, isLost },
  });
  const { code, status } = error;
  if (code === 'internal') return attempt < INTERNAL_ATTEMPTS ? repeat(true) : GIVE_UP;
  // A code of a newer service: its status says whether it is temporary.
  if (code === 'unrecognised') return status === 503 ? repeat(true) : GIVE_UP;
  const isLost = PASSING[code];
  return isLost === undefined ? GIVE_UP : repeat(isLost);
}

/** Exponential backoff with jitter, so that customers who lost their connection together do not return together. */
export function pauseMs(attempt: number, chance: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  return Math.round(longest * (0.5 + chance / 2));
}
