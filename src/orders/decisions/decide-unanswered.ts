import { afterAnswer } from './question.js';
import { isOpen, isResolved } from './mismatches.js';
import { NO_DECISION } from './order-change.js';
import type { Decision } from './order-change.js';
import type { PollQuery, SnapshotContext } from './question.js';
import type { ObservedMismatch, OrderState, TradeRow } from '../model/order.types.js';
import { nextLook, retryDelay } from './watch.js';

/** The delay grows while the provider is down. `othersAnswered`: the provider answers for other trades. */
export function decideUnanswered(
  state: OrderState,
  trade: TradeRow,
  question: PollQuery,
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
    // The poll request is used up: newer requests come first when the provider is back.
    watchClass: nextLook(trade, state.now, policy, chance).watchClass,
    nextQueryAt: delayMs === null ? null : new Date(state.now.getTime() + delayMs),
  };
  return { ...NO_DECISION, updated: [{ trade: after, schedules: true, leaseId: question.leaseId }] };
}

/** `trade`: with the record that staff may see. */
export function decideUnstorable(
  state: OrderState,
  trade: TradeRow,
  question: PollQuery,
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
  const unread: TradeRow = { ...trade, understood: false, quietAnswers: trade.quietAnswers + 4 };
  const after = afterAnswer(unread, state, question, false, context);
  return {
    ...NO_DECISION,
    updated: [{ trade: after, schedules: true, leaseId: question.leaseId }],
    opened: isNews ? [unstorable] : [],
    evidence: context.evidence,
  };
}
