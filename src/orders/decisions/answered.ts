import type { OrderState, TradeRow } from '../order.types.js';
import type { Question, SnapshotContext } from './question.js';
import { nextLook } from './watch.js';

/** Polling columns after an answer: the pause grows only while answers tell nothing new. */
export function answered(
  trade: TradeRow,
  state: OrderState,
  question: Question,
  isNews: boolean,
  { policy, chance }: Pick<SnapshotContext, 'policy' | 'chance'>,
): TradeRow {
  const counted = {
    ...trade,
    quietAnswers: isNews ? 0 : trade.quietAnswers + 1,
    missedAnswers: 0,
    fruitlessAnswers: 0,
  };
  const { watchClass, delayMs } = nextLook(counted, state.now, policy, chance);
  return {
    ...counted,
    watchClass,
    nextQueryAt: delayMs === null ? null : new Date(state.now.getTime() + delayMs),
    lastAskedAt: question.askedAt,
    lastAnswerAt: state.now,
    updatedAt: isNews ? state.now : trade.updatedAt,
  };
}
