import { answered } from './answered.js';
import { isOpen, isResolved } from './mismatches.js';
import { NOTHING_DECIDED } from './order-change.js';
import type { Decision } from './order-change.js';
import type { Question, SnapshotContext } from './question.js';
import type { ObservedMismatch, OrderState, TradeRow } from '../model/order.types.js';
import { nextLook, retryDelay } from './watch.js';

/**
 * No answer changes no belief; the trade is asked about again, ever more rarely while the provider is away.
 * `othersAnswered`: the provider does answer, only not about this trade.
 */
export function decideUnanswered(
  state: OrderState,
  trade: TradeRow,
  question: Question,
  othersAnswered: boolean,
  { policy, chance }: Pick<SnapshotContext, 'policy' | 'chance'>,
): Decision {
  const missed: TradeRow = {
    ...trade,
    missedAnswers: trade.missedAnswers + 1,
    fruitlessAnswers: trade.fruitlessAnswers + (othersAnswered ? 1 : 0),
  };
  const delayMs = retryDelay({ ...missed, missedAnswers: trade.missedAnswers }, state.now, policy, chance);
  const after: TradeRow = {
    ...missed,
    lastAskedAt: question.askedAt,
    // The poll request was followed: the next one finds its customer before those who were there when the provider was away.
    watchClass: nextLook(trade, state.now, policy, chance).watchClass,
    nextQueryAt: delayMs === null ? null : new Date(state.now.getTime() + delayMs),
  };
  return { ...NOTHING_DECIDED, updated: [{ trade: after, schedules: true, leaseId: question.leaseId }] };
}

/** A record that cannot be stored as it was read: kept raw, marked for review, and asked about again later. */
export function decideUnstorable(
  state: OrderState,
  trade: TradeRow,
  question: Question,
  context: SnapshotContext,
): Decision {
  const unstorable: ObservedMismatch = {
    tradeNo: trade.tradeNo,
    kind: 'unreadable',
    field: 'record',
    asked: 'a record that can be stored',
    seen: null,
  };
  const isNews = !isOpen(state, unstorable) && !isResolved(state, unstorable);
  const known: TradeRow = { ...trade, lastSeen: context.evidence.seen, quietAnswers: trade.quietAnswers + 4 };
  const after = answered({ ...known, understood: false }, state, question, false, context);
  return {
    ...NOTHING_DECIDED,
    updated: [{ trade: after, schedules: true, leaseId: question.leaseId }],
    opened: isNews ? [unstorable] : [],
    evidence: context.evidence,
  };
}
