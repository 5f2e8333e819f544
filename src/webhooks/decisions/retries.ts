import { HOUR, MINUTE, SECOND } from '../../platform/shared/durations.js';

/** How long after an attempt the next one is made; the first is made at once. */
const PAUSES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
] as const;
export const MOST_ATTEMPTS = PAUSES.length + 1;

export const GIVEN_UP_AFTER_MS = 5 * 24 * HOUR;
/** A receiver cannot put its messages off for longer. */
const LONGEST_ASKED_MS = 24 * HOUR;
const JITTER = 0.2;

/** What a receiver made of a message. `error`: there was no answer. */
export type Answered =
  | { readonly status: number; readonly retryAfterMs: number | null; readonly text: string }
  | { readonly error: string };

export type NextStep =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'again'; readonly afterMs: number }
  /** 410: the receiver wants nothing any more. */
  | { readonly kind: 'gone' };

/** What follows from the answer to the `attempt`th of a message, counted from 1. `chance`: from 0 to 1. */
export function nextStep(attempt: number, answered: Answered, chance: number): NextStep {
  const status = 'status' in answered ? answered.status : null;
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  const pause = PAUSES[attempt - 1];
  if (pause === undefined) return { kind: 'failed' };
  const asked = 'status' in answered ? Math.min(answered.retryAfterMs ?? 0, LONGEST_ASKED_MS) : 0;
  // Never earlier than planned: jitter only puts off.
  return { kind: 'again', afterMs: Math.round(Math.max(pause * (1 + JITTER * chance), asked)) };
}

const SHORTEST_REST_MS = SECOND;
const LONGEST_REST_MS = MINUTE;

/**
 * How long an endpoint is left alone after a failure, so that its messages do not all wait for its silence: a quarter of the
 * time for which it has failed, so that a short outage ends soon after it is over, and a long one costs little.
 */
export const restAfter = (failingForMs: number): number =>
  Math.min(Math.max(failingForMs / 4, SHORTEST_REST_MS), LONGEST_REST_MS);
