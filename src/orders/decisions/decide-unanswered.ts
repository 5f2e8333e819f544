import { answered } from './answered.js';
import { NOTHING_DECIDED } from './order-change.js';
import type { Decision } from './order-change.js';
import type { Question, SnapshotContext } from './question.js';
import type { OrderState, TradeRow } from '../order.types.js';
import { retryDelay } from './watch.js';

/** No answer changes no belief; the trade is asked about again, ever more rarely while the provider is away. */
export function decideUnanswered(
  state: OrderState,
  trade: TradeRow,
  question: Question,
  { policy, chance }: Pick<SnapshotContext, 'policy' | 'chance'>,
): Decision {
  const delayMs = retryDelay(trade, state.now, policy, chance);
  const after: TradeRow = {
    ...trade,
    missedAnswers: trade.missedAnswers + 1,
    lastAskedAt: question.askedAt,
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
  const isNews = !state.openMismatches.some(
    ({ tradeNo, kind, field }) => tradeNo === trade.tradeNo && kind === 'unreadable' && field === 'record',
  );
  const known: TradeRow = { ...trade, lastSeen: context.evidence.seen, quietAnswers: trade.quietAnswers + 4 };
  const after = answered(known, state, question, false, context);
  return {
    ...NOTHING_DECIDED,
    updated: [{ trade: after, schedules: true, leaseId: question.leaseId }],
    opened: isNews
      ? [
          {
            tradeNo: trade.tradeNo,
            kind: 'unreadable',
            field: 'record',
            asked: 'a record that can be stored',
            seen: null,
          },
        ]
      : [],
  };
}
