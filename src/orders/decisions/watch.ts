import type { Schedule } from '../model/order.types.js';
import type { WatchClass } from '../model/watch-class.types.js';
import { isPaid, isSettledStatus } from '../model/order-status.js';
import type { CreateOutcome, TradeStatus } from '../model/order-status.js';
import { DAY } from '../../platform/time/time.js';

/** Trades without a status change for this long are polled once a day at most. */
const STILL_MS = 7 * DAY;
/** Backoff: ×2.5 per quiet answer up to 60 × the first delay, then ×1.1. */
const PAUSE_GROWTH = 2.5;
const QUICK_PAUSES = 60;
const SLOW_GROWTH = 1.1;
/** Backoff after the end; by default polls after 5 s, 80 s, 20 min, 5 h, 3 d and 30 d. */
const CLOSED_GROWTH = 15;
/** Longest retry delay of an open trade while the provider is down. */
const LONGEST_RETRY_MS = 60_000;
/** An ended trade gets no further polls after this many unanswered queries while the provider answered for others. */
const FRUITLESS_TRIES = 8;
const YOUNG_MS = 3_600_000;
/** The provider accepts a create request for five minutes; the margin covers clock differences. */
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
  readonly statusAt: Date;
  readonly stamp: number | null;
  readonly quietAnswers: number;
  readonly finalFieldsAsked: boolean;
}

export interface NextLook {
  readonly watchClass: WatchClass;
  /** null: no longer watched; only a callback reopens it. */
  readonly delayMs: number | null;
}

/** Backoff grows with quiet answers, not with time: provider downtime ages no trade. `chance`: jitter of ±5 %. */
export function nextLook(trade: WatchedTrade, now: Date, policy: WatchPolicy, chance: number): NextLook {
  const watchClass = classOf(trade, now);
  if (isPayoutGivenUp(trade, now, policy)) return { watchClass, delayMs: null };
  if (watchClass === 'closed') return { watchClass, delayMs: closedDelay(trade, now, policy, chance) };
  return { watchClass, delayMs: paced(trade, now, spread(pauseOf(trade, policy), chance)) };
}

function pauseOf({ status, quietAnswers }: WatchedTrade, { firstDelayMs }: WatchPolicy): number {
  if (isSettledStatus(status)) return firstDelayMs * CLOSED_GROWTH ** quietAnswers;
  const quick = Math.ceil(Math.log(QUICK_PAUSES) / Math.log(PAUSE_GROWTH));
  const growth =
    Math.min(QUICK_PAUSES, PAUSE_GROWTH ** quietAnswers) * SLOW_GROWTH ** Math.max(0, quietAnswers - quick);
  return Math.min(DAY, firstDelayMs * growth);
}

const spread = (pause: number, chance: number): number => Math.round(pause * (0.95 + 0.1 * chance));

function paced({ statusAt }: WatchedTrade, now: Date, pause: number): number {
  return now.getTime() - statusAt.getTime() < STILL_MS ? pause : Math.max(pause, DAY);
}

/** Milliseconds since the newest request: an unsent number may be reused days later. */
export function ageOf({ createdAt, stamp }: Pick<WatchedTrade, 'createdAt' | 'stamp'>, now: Date): number {
  return now.getTime() - Math.max(createdAt.getTime(), stamp ?? 0);
}

/** A refund or retry may follow a failed payout, but not after the watch period of an ended trade. */
function isPayoutGivenUp({ status, statusAt }: WatchedTrade, now: Date, { watchClosedMs }: WatchPolicy): boolean {
  return status === 'PAYOUT_FAILED' && now.getTime() - statusAt.getTime() >= watchClosedMs;
}

function classOf(trade: WatchedTrade, now: Date): WatchClass {
  if (isSettledStatus(trade.status)) return 'closed';
  if (isPaid(trade.status)) return 'paid';
  return ageOf(trade, now) < YOUNG_MS ? 'young' : 'old';
}

function closedDelay(trade: WatchedTrade, now: Date, policy: WatchPolicy, chance: number): number | null {
  if (trade.outcome === 'not_sent') return null;
  if (trade.outcome === 'refused' && trade.stamp !== null) {
    // Poll once the request has expired, in case a refusal was none. The provider's clock may be behind ours.
    const refusedAt = Math.max(trade.stamp, trade.statusAt.getTime());
    const settled = refusedAt + CREATE_VALIDITY_MS + VALIDITY_MARGIN_MS - now.getTime();
    return settled > 0 ? settled : null;
  }
  // Completed: poll until one more answer, for fields that appear only at the end.
  if (trade.status === 'COMPLETED' && trade.finalFieldsAsked) return null;
  // A time in the future comes from another clock.
  const endedAt = Math.min(trade.statusAt.getTime(), now.getTime());
  const left = endedAt + policy.watchClosedMs - now.getTime();
  return left > 0 ? paced(trade, now, Math.min(spread(pauseOf(trade, policy), chance), left)) : null;
}

/** null: an ended trade is not polled forever. Only the trade's own silence ends it, not provider downtime. */
export function retryDelay(
  trade: WatchedTrade & { readonly missedAnswers: number; readonly fruitlessAnswers: number },
  now: Date,
  policy: WatchPolicy,
  chance: number,
): number | null {
  const isOver = trade.outcome === 'refused' || now.getTime() - trade.statusAt.getTime() >= policy.watchClosedMs;
  const isEnded = isSettledStatus(trade.status) || isPayoutGivenUp(trade, now, policy);
  if (isEnded && isOver && trade.fruitlessAnswers >= FRUITLESS_TRIES) return null;
  const longest = isSettledStatus(trade.status) ? DAY : Math.max(LONGEST_RETRY_MS, pauseOf(trade, policy));
  const away = Math.min(longest, policy.firstDelayMs * 2 ** trade.missedAnswers);
  // The provider fails on this trade's record only, which may take days to repair.
  const silent = trade.fruitlessAnswers > 0 ? Math.min(DAY, policy.firstDelayMs * 2 ** trade.fruitlessAnswers) : 0;
  return paced(trade, now, spread(Math.max(away, silent), chance));
}

/** A reader's request would change nothing. Also true for unwatched trades, which only a callback reopens. */
export function isPollPending({ watchClass, nextQueryAt, leaseId, hintedAt, lastAskedAt }: Schedule): boolean {
  if (nextQueryAt === null) return watchClass !== null;
  const isUnasked = hintedAt !== null && (lastAskedAt === null || hintedAt > lastAskedAt);
  return leaseId === null && watchClass === 'waiting' && isUnasked;
}
