import { ProblemError } from '#client/src/index.js';
import type { CheckoutRequest, Problem } from '#client/src/index.js';

/**
 * One press of the button, until it is answered: with the same key the same request makes one order, however often it is
 * sent. Kept across a reload.
 */
export interface Attempt {
  readonly key: string;
  readonly request: CheckoutRequest;
  /** When it was pressed; wall clock, milliseconds. */
  readonly at: number;
}

/** What a failed attempt leaves behind. */
export type Outcome =
  /** No order was made; the problem says why. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** No order is known; the same attempt may be sent with the response of a challenge. */
  | { readonly kind: 'challenge'; readonly problem: Problem }
  /** Nobody knows whether there is an order: the attempt has to be kept, and sent again. */
  | { readonly kind: 'unknown' };

/** After so long a visitor who comes back is asked first: going to a pay page by itself would be a surprise. */
export const RESUME_MS = 10 * 60_000;

/**
 * The service failed in the middle of its work, or says what this page does not know. `unavailable` comes before an order is
 * stored as well as after it.
 */
const UNCERTAIN: readonly Problem['code'][] = ['internal', 'request_timeout', 'unavailable', 'unrecognised'];
/** Nothing was made by this attempt; one that was lost before is another matter. */
const PASSING: readonly Problem['code'][] = ['rate_limited', 'ramp_unavailable'];

/**
 * `mayBeMade`: an answer was lost before this one, so an order may exist that the last answer says nothing about.
 */
export function outcomeOf(error: unknown, mayBeMade: boolean): Outcome {
  if (!(error instanceof ProblemError)) return { kind: 'unknown' };
  if (error.code === 'challenge_required') return { kind: 'challenge', problem: error.problem };
  if (UNCERTAIN.includes(error.code) || (mayBeMade && PASSING.includes(error.code))) return { kind: 'unknown' };
  return { kind: 'refused', problem: error.problem };
}

/** May it go on by itself after a reload? A clock that was set back makes it old. */
export function goesOnByItself({ at }: Attempt, now: number): boolean {
  return now >= at && now - at < RESUME_MS;
}

export function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false;
  const { key, at, request } = value as Record<string, unknown>;
  return typeof key === 'string' && typeof at === 'number' && typeof request === 'object' && request !== null;
}
