import { ProblemError } from '#client/src/index.js';
import type { FailedAttempt } from '#client/src/index.js';
import { outcomeOf } from './attempt.js';

/** What is known of an order while it is being made. */
export interface SendingFacts {
  /** When the attempts began; wall clock, milliseconds. */
  readonly since: number;
  /** A request has left this page. */
  readonly isSent: boolean;
  /** An answer was lost, so the order may exist. */
  readonly mayBeMade: boolean;
  /** The service has made the order, and waits for its pay page. */
  readonly isMade: boolean;
  /** Why the last answer was no: the provider is away, or the service is busy. */
  readonly trouble: 'away' | 'busy' | null;
}

export type SendingNews = 'unsent' | 'sent' | 'slow' | 'away' | 'busy' | 'lost' | 'cut_off' | 'being_made';

/** Attempts go on for this long. */
export const PATIENCE_MS = 45_000;
/** Most orders are made within this time, so a failed attempt is not worth a word before. */
const CALM_MS = 8000;

/** Says no more than is known: whether anything was sent, and whether the order may exist. */
export function newsOf(facts: SendingFacts, isOnline: boolean, now: number): SendingNews {
  if (facts.isMade) return 'being_made';
  if (!isOnline) return facts.isSent || facts.mayBeMade ? 'cut_off' : 'unsent';
  if (facts.mayBeMade) return 'lost';
  if (now - facts.since < CALM_MS) return 'sent';
  return facts.trouble ?? 'slow';
}

/** Nothing can have been made, so going back to the form leaves no order behind. */
export function canGoBack(news: SendingNews): boolean {
  return news === 'unsent' || news === 'away' || news === 'busy';
}

/** Seconds for which the page goes on by itself; null: it waits for the connection, or for an answer. */
export function secondsOfPatience(news: SendingNews, since: number, now: number): number | null {
  if (news !== 'away' && news !== 'busy' && news !== 'lost') return null;
  const left = Math.ceil((since + PATIENCE_MS - now) / 1000);
  return left > 0 ? left : null;
}

export function afterFailure({ error, isLost }: FailedAttempt): Partial<SendingFacts> {
  if (isLost || outcomeOf(error, false).kind === 'unknown') return { mayBeMade: true };
  return { trouble: error instanceof ProblemError && error.code === 'rate_limited' ? 'busy' : 'away' };
}
