import type { WatchClass } from '../watch-class.types.js';
import { isPaid, isSettledStatus } from './order-status.js';
import type { CreateOutcome, TradeStatus } from './order-status.js';

/** The longest pause between two questions, per class, in milliseconds. */
export const LONGEST_PAUSE_MS: Readonly<Record<WatchClass, number>> = {
  waiting: 60_000,
  paid: 60_000,
  young: 60_000,
  old: 15 * 60_000,
  closed: 6 * 3_600_000,
};

/** What has ended is given up after so many questions that found no answer while the provider answered others. */
const FRUITLESS_TRIES = 8;
/** Each quiet answer makes the next pause this much longer. */
export const PAUSE_GROWTH = 1.25;
/** Beyond this, further quiet answers make a pause no longer. */
export const MOST_QUIET_ANSWERS = 60;
/** Up to this age a trade that nobody paid is young. */
const YOUNG_MS = 3_600_000;
/** A create request is valid for five minutes at the provider; the margin is for clocks that differ. */
export const CREATE_VALIDITY_MS = 5 * 60_000;
export const VALIDITY_MARGIN_MS = 60_000;

export interface WatchPolicy {
  readonly firstDelayMs: number;
  readonly watchClosedMs: number;
}

export interface WatchedTrade {
  readonly status: TradeStatus;
  readonly outcome: CreateOutcome;
  readonly createdAt: Date;
  /** Since when it is in this status. */
  readonly statusAt: Date;
  readonly stamp: number | null;
  readonly quietAnswers: number;
  readonly finalFieldsAsked: boolean;
}

export interface NextLook {
  readonly watchClass: WatchClass;
  /** null: closed for good; only a hint opens it again. */
  readonly delayMs: number | null;
}

/**
 * When to ask about a trade next. The pause grows with the answers that told nothing new, not with time, so that an
 * outage of the provider does not age a trade. `chance` from 0 to 1 spreads the questions by a tenth.
 */
export function nextLook(trade: WatchedTrade, now: Date, policy: WatchPolicy, chance: number): NextLook {
  const watchClass = classOf(trade, now);
  const pause = Math.min(
    LONGEST_PAUSE_MS[watchClass],
    policy.firstDelayMs * PAUSE_GROWTH ** Math.min(trade.quietAnswers, MOST_QUIET_ANSWERS),
  );
  const spread = Math.round(pause * (0.95 + 0.1 * chance));
  if (isPayoutGivenUp(trade, now, policy)) return { watchClass, delayMs: null };
  if (watchClass !== 'closed') return { watchClass, delayMs: spread };
  return { watchClass, delayMs: closedDelay(trade, now, policy, spread) };
}

/** Milliseconds since it was last asked for: a number that was never sent may be used again days later. */
export function ageOf({ createdAt, stamp }: Pick<WatchedTrade, 'createdAt' | 'stamp'>, now: Date): number {
  return now.getTime() - Math.max(createdAt.getTime(), stamp ?? 0);
}

/** A refund or another try may follow a failed payout; after as long as anything that has ended, neither is expected. */
function isPayoutGivenUp({ status, statusAt }: WatchedTrade, now: Date, { watchClosedMs }: WatchPolicy): boolean {
  return status === 'PAYOUT_FAILED' && now.getTime() - statusAt.getTime() >= watchClosedMs;
}

function classOf(trade: WatchedTrade, now: Date): WatchClass {
  if (isSettledStatus(trade.status)) return 'closed';
  if (isPaid(trade.status)) return 'paid';
  return ageOf(trade, now) < YOUNG_MS ? 'young' : 'old';
}

function closedDelay(trade: WatchedTrade, now: Date, policy: WatchPolicy, spread: number): number | null {
  // Never sent: the provider cannot know it.
  if (trade.outcome === 'not_sent') return null;
  if (trade.outcome === 'refused' && trade.stamp !== null) {
    // Once, when the request can no longer be acted upon: a refusal that was none shows then. The stamp may be by the
    // provider's clock, which may be behind ours; the refusal is by ours.
    const refusedAt = Math.max(trade.stamp, trade.statusAt.getTime());
    const settled = refusedAt + CREATE_VALIDITY_MS + VALIDITY_MARGIN_MS - now.getTime();
    return settled > 0 ? settled : null;
  }
  // Completed: until one more answer came, for the fields that come only with the end.
  if (trade.status === 'COMPLETED' && trade.finalFieldsAsked) return null;
  return now.getTime() - trade.statusAt.getTime() < policy.watchClosedMs ? spread : null;
}

/**
 * When to ask again after a question that got no answer; a provider that is away is asked ever more rarely. null: what
 * has ended is not asked about for ever. Only the trade's own silence ends it: while the provider is away, nothing does.
 */
export function retryDelay(
  trade: WatchedTrade & { readonly missedAnswers: number; readonly fruitlessAnswers: number },
  now: Date,
  policy: WatchPolicy,
  chance: number,
): number | null {
  const isOver = trade.outcome === 'refused' || now.getTime() - trade.statusAt.getTime() >= policy.watchClosedMs;
  const isEnded = isSettledStatus(trade.status) || isPayoutGivenUp(trade, now, policy);
  if (isEnded && isOver && trade.fruitlessAnswers >= FRUITLESS_TRIES) return null;
  const pause = Math.min(
    LONGEST_PAUSE_MS[classOf(trade, now)],
    policy.firstDelayMs * 2 ** Math.min(trade.missedAnswers, 20),
  );
  return Math.round(pause * (0.95 + 0.1 * chance));
}
