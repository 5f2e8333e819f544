import type { Schedule } from '../model/order.types.js';
import type { WatchClass } from '../model/watch-class.types.js';
import { isPaid, isSettledStatus } from '../model/order-status.js';
import type { CreateOutcome, TradeStatus } from '../model/order-status.js';
import { DAY } from '../../platform/shared/durations.js';

/** What has not moved for so long is asked about once a day at most, whatever its status. */
const STILL_MS = 7 * DAY;
/** Each quiet answer makes the next pause so many times as long, up to as many first pauses as below, */
const PAUSE_GROWTH = 2.5;
const QUICK_PAUSES = 60;
/** and from there so many times; */
const SLOW_GROWTH = 1.1;
/** after the end so many times. By default it is asked 5 s, 80 s, 20 min, 5 h, 3 d and 30 d after. */
const CLOSED_GROWTH = 15;
/** While the provider is away, the longest pause of what is open and would be asked about sooner. */
const LONGEST_RETRY_MS = 60_000;
/** What has ended is given up after so many questions that found no answer while the provider answered others. */
const FRUITLESS_TRIES = 8;
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
  /** null: closed for good; only a poll request opens it again. */
  readonly delayMs: number | null;
}

/**
 * When to ask about a trade next. The pause grows with the answers that told nothing new, not with time, so that an
 * outage of the provider does not age a trade. `chance` from 0 to 1 spreads the questions by a tenth.
 */
export function nextLook(trade: WatchedTrade, now: Date, policy: WatchPolicy, chance: number): NextLook {
  const watchClass = classOf(trade, now);
  if (isPayoutGivenUp(trade, now, policy)) return { watchClass, delayMs: null };
  if (watchClass === 'closed') return { watchClass, delayMs: closedDelay(trade, now, policy, chance) };
  return { watchClass, delayMs: paced(trade, now, spread(pauseOf(trade, policy), chance)) };
}

/** Before jitter. */
function pauseOf({ status, quietAnswers }: WatchedTrade, { firstDelayMs }: WatchPolicy): number {
  if (isSettledStatus(status)) return firstDelayMs * CLOSED_GROWTH ** quietAnswers;
  const quick = Math.ceil(Math.log(QUICK_PAUSES) / Math.log(PAUSE_GROWTH));
  const growth =
    Math.min(QUICK_PAUSES, PAUSE_GROWTH ** quietAnswers) * SLOW_GROWTH ** Math.max(0, quietAnswers - quick);
  return Math.min(DAY, firstDelayMs * growth);
}

const spread = (pause: number, chance: number): number => Math.round(pause * (0.95 + 0.1 * chance));

/** The pause, or a day where the trade has stood still for long. */
function paced({ statusAt }: WatchedTrade, now: Date, pause: number): number {
  return now.getTime() - statusAt.getTime() < STILL_MS ? pause : Math.max(pause, DAY);
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

function closedDelay(trade: WatchedTrade, now: Date, policy: WatchPolicy, chance: number): number | null {
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
  const left = trade.statusAt.getTime() + policy.watchClosedMs - now.getTime();
  return left > 0 ? paced(trade, now, Math.min(spread(pauseOf(trade, policy), chance), left)) : null;
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
  const longest = isSettledStatus(trade.status) ? DAY : Math.max(LONGEST_RETRY_MS, pauseOf(trade, policy));
  const away = Math.min(longest, policy.firstDelayMs * 2 ** trade.missedAnswers);
  // What is wrong is this trade's record: that may take somebody days to put right.
  const silent = trade.fruitlessAnswers > 0 ? Math.min(DAY, policy.firstDelayMs * 2 ** trade.fruitlessAnswers) : 0;
  return paced(trade, now, spread(Math.max(away, silent), chance));
}

/**
 * Would a poll request of somebody who reads change nothing? One is pending that nobody has begun to follow, or the trade is
 * closed for good, which only a callback opens.
 */
export function isPollPending({ watchClass, nextQueryAt, leaseId, hintedAt, lastAskedAt }: Schedule): boolean {
  if (nextQueryAt === null) return watchClass !== null;
  const isUnasked = hintedAt !== null && (lastAskedAt === null || hintedAt > lastAskedAt);
  return leaseId === null && watchClass === 'waiting' && isUnasked;
}
