import { HOUR, MINUTE, SECOND } from '../../platform/time/time.js';

/** Delay after each attempt. The first attempt is made at once. */
const PAUSES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
] as const;
export const MOST_ATTEMPTS = PAUSES.length + 1;

export const GIVEN_UP_AFTER_MS = 5 * 24 * HOUR;
/** Upper limit of a receiver's Retry-After. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;
const JITTER = 0.2;

export type Answered =
  | { readonly status: number; readonly retryAfterMs: number | null; readonly text: string }
  | { readonly error: string };

export type NextStep =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'again'; readonly afterMs: number }
  /** 410: the receiver wants no more messages. */
  | { readonly kind: 'gone' };

/** Decides what follows an attempt. `attempt` counts from 1; `chance` is between 0 and 1. */
export function nextStep(attempt: number, answered: Answered, chance: number): NextStep {
  const status = 'status' in answered ? answered.status : null;
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  const pause = PAUSES[attempt - 1];
  if (pause === undefined) return { kind: 'failed' };
  const requested = 'status' in answered ? Math.min(answered.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS) : 0;
  // Jitter only delays, so no attempt is earlier than planned.
  return { kind: 'again', afterMs: Math.round(Math.max(pause * (1 + JITTER * chance), requested)) };
}

const SHORTEST_REST_MS = SECOND;
const LONGEST_REST_MS = MINUTE;

/**
 * How long an endpoint rests after a failure: a quarter of the time it has failed. A short outage is over quickly, and
 * a long one costs few attempts.
 */
export const restAfter = (failingForMs: number): number =>
  Math.min(Math.max(failingForMs / 4, SHORTEST_REST_MS), LONGEST_REST_MS);
