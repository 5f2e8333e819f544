import { ProblemError } from '#client/src/index.js';
import type { CheckoutRequest, Problem } from '#client/src/index.js';

/**
 * One press of the button until its answer: its idempotency key makes repeats create one order. Kept across a reload.
 */
export interface Attempt {
  readonly key: string;
  readonly request: CheckoutRequest;
  /** When the button was pressed; wall clock, milliseconds. */
  readonly at: number;
}

export type Outcome =
  /** No order was created; the problem says why. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** No order is known; the same attempt may be sent with the response of a challenge. */
  | { readonly kind: 'challenge'; readonly problem: Problem }
  /** An order may exist: keep the attempt, and send it again. */
  | { readonly kind: 'unknown' };

/** After this time a returning visitor must confirm: an automatic redirect to the pay page would be a surprise. */
export const RESUME_MS = 10 * 60_000;

/**
 * The service failed midway, or its problem is unknown here. `unavailable` may come before or after the order was
 * stored.
 */
const UNCERTAIN: readonly Problem['code'][] = ['internal', 'unavailable', 'unrecognised'];
/** This attempt created nothing; an earlier one with a lost response still may have. */
const PASSING: readonly Problem['code'][] = ['rate_limited', 'ramp_unavailable'];

/** `mayBeMade`: an earlier response was lost, so an order may exist in spite of this one. */
export function outcomeOf(error: unknown, mayBeMade: boolean): Outcome {
  if (!(error instanceof ProblemError)) return { kind: 'unknown' };
  if (error.code === 'challenge_required') return { kind: 'challenge', problem: error.problem };
  if (UNCERTAIN.includes(error.code) || (mayBeMade && PASSING.includes(error.code))) return { kind: 'unknown' };
  return { kind: 'refused', problem: error.problem };
}

/** May it resume after a reload? A clock that was set back makes it too old. */
export function goesOnByItself({ at }: Attempt, now: number): boolean {
  return now >= at && now - at < RESUME_MS;
}

export function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false;
  const { key, at, request } = value as Record<string, unknown>;
  return typeof key === 'string' && typeof at === 'number' && typeof request === 'object' && request !== null;
}
