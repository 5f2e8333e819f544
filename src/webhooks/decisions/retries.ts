import { HOUR, MINUTE, SECOND } from '../../platform/time/time.js';
import type { DeliveryRow } from '../webhook.types.js';

/** Delay after each attempt. The first attempt is made at once. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)] as const;
export const MOST_ATTEMPTS = PAUSES.length + 1;

export const GIVEN_UP_AFTER_MS = 5 * 24 * HOUR;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;
const JITTER = 0.2;

export type AttemptResponse =
  | { readonly status: number; readonly retryAfterMs: number | null; readonly text: string }
  | { readonly error: string };

export interface AfterAttempt {
  readonly state: DeliveryRow['state'];
  /** The delay of the next attempt; null: none. */
  readonly afterMs: number | null;
  /** 410: the receiver wants no more messages. */
  readonly isGone?: true;
}

/** `attempt` counts from 1; `chance` is between 0 and 1. */
export function afterAttempt(attempt: number, response: AttemptResponse, chance: number): AfterAttempt {
  const { status, retryAfterMs } = 'status' in response ? response : { status: 0, retryAfterMs: null };
  if (status >= 200 && status < 300) return { state: 'delivered', afterMs: null };
  if (status === 410) return { state: 'failed', afterMs: null, isGone: true };
  const pause = PAUSES[attempt - 1];
  if (pause === undefined) return { state: 'failed', afterMs: null };
  const requested = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  // Jitter only delays, so no attempt is earlier than planned.
  return { state: 'pending', afterMs: Math.round(Math.max(pause * (1 + JITTER * chance), requested)) };
}

/** A short outage is over quickly, and a long one costs few attempts. */
export const restAfter = (failingForMs: number): number => Math.min(Math.max(failingForMs / 4, SECOND), MINUTE);
