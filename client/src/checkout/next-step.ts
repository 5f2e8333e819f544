import { ConnectionError, ProblemError } from '../errors.js';

/** What to do about an attempt that brought no order. */
export type NextStep =
  /** Send the same again, after `afterMs` at least. `isLost`: nobody knows what became of this attempt. */
  | { readonly kind: 'repeat'; readonly afterMs: number; readonly isLost: boolean }
  /** Sending it again would get the same answer. */
  | { readonly kind: 'give_up' };

const GIVE_UP: NextStep = { kind: 'give_up' };
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** An error on the service's side may have come after the order was made; one that stays is not mended by asking. */
const INTERNAL_ATTEMPTS = 3;
/** Statuses of things in between (proxies, balancers) that say nothing about what became of the request, or to come again. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/** Problems that pass, and whether this attempt may have made an order. After all others the same request gets the same answer. */
const PASSING: Readonly<Partial<Record<ProblemError['code'], boolean>>> = {
  // The database was away: perhaps after the order was reserved, perhaps after the provider was asked.
  unavailable: true,
  ramp_unavailable: false,
  rate_limited: false,
  request_timeout: false,
};

/**
 * A request is sent again when its answer was lost, as it may have made an order, whose repeat finds it; and when the service
 * says that it could do nothing for the moment. Every other problem is about what was sent, or about something that the
 * operator has to mend. `attempt` counts from 1; `chance` is from 0 to 1.
 */
export function nextStep(error: unknown, attempt: number, chance: number): NextStep {
  const pause = pauseMs(attempt, chance);
  if (error instanceof ConnectionError) {
    const { status, retryAfterMs } = error;
    const isPassing = status === null || status < 400 || status >= 500 || PASSING_STATUSES.includes(status);
    return isPassing ? { kind: 'repeat', afterMs: Math.max(pause, retryAfterMs ?? 0), isLost: true } : GIVE_UP;
  }
  if (!(error instanceof ProblemError)) return GIVE_UP;
  const repeat = (isLost: boolean): NextStep => ({
    kind: 'repeat',
    afterMs: Math.max(pause, error.retryAfterMs ?? 0),
    isLost,
  });
  const { code, status } = error;
  if (code === 'internal') return attempt < INTERNAL_ATTEMPTS ? repeat(true) : GIVE_UP;
  // A newer service's own word; its status says whether it is passing.
  if (code === 'unrecognised') return status === 503 ? repeat(true) : GIVE_UP;
  const isLost = PASSING[code];
  return isLost === undefined ? GIVE_UP : repeat(isLost);
}

/** Twice as long each time, and never the same for two customers whose connections broke together. */
export function pauseMs(attempt: number, chance: number): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  return Math.round(longest * (0.5 + chance / 2));
}
