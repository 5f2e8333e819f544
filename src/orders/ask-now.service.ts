import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Settings } from '../config/settings.js';
import { ProviderState } from '../ramp/provider-state.js';
import { AnswerRecordService } from './answer-record.service.js';
import type { AnsweredQuestion } from './answer-record.service.js';
import type { Cause, OrderState, TradeRow } from './order.types.js';
import { QuestionService } from './question.service.js';
import { OrderRepository } from './storage/order.repository.js';
import { WatchRepository } from './storage/watch.repository.js';

const LOOK_AGAIN_MS = 150;
/** A lease outlives the call and a slow write. */
const LEASE_BEYOND_CALL_MS = 15_000;

/** Asks about an order at once, without waiting for the schedule. */
@Injectable()
export class AskNowService implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly orders: OrderRepository,
    private readonly watches: WatchRepository,
    private readonly questions: QuestionService,
    private readonly door: AnswerRecordService,
    private readonly provider: ProviderState,
    private readonly settings: Settings,
  ) {}

  /** From now on nothing further is asked, and nobody waits for what another asks. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /**
   * Asks about every trade of the order that the provider may know, and records what it says. Gives the order as it is
   * then; null: not all of them were answered until `deadline` (of `performance.now()`), or the provider does not answer.
   * Another's question counts when it was asked after this call began; a question that our own side held back is asked
   * again as long as there is time.
   */
  async askAll(merchantOrderNo: string, cause: Cause, deadline: number): Promise<OrderState | null> {
    const { now: since } = await this.orders.find(merchantOrderNo);
    for (let round = 1; ; round++) {
      const { state } = await this.orders.find(merchantOrderNo);
      if (state === null) return null;
      const open = state.trades.filter((trade) => mayBeKnown(trade) && !isAnswered(trade, since));
      if (open.length === 0) return state;
      if (this.stopping || performance.now() >= deadline) return null;
      if (round > 1) await sleep(LOOK_AGAIN_MS);
      const asked = await this.ask(open, cause);
      if (asked.some(({ answer }) => answer.kind === 'none') || this.provider.isAway()) return null;
    }
  }

  private async ask(trades: readonly TradeRow[], cause: Cause): Promise<AnsweredQuestion[]> {
    const numbers = trades.map(({ tradeNo }) => tradeNo);
    const leased = await this.watches.lease(numbers, this.settings.ramp.timeoutMs + LEASE_BEYOND_CALL_MS);
    const questions = trades.flatMap((trade) => {
      const lease = leased.find(({ tradeNo }) => tradeNo === trade.tradeNo);
      return lease === undefined ? [] : [{ trade, lease }];
    });
    const answered = await Promise.all(
      questions.map(async ({ trade, lease }) => ({
        ...lease,
        cause,
        answer: await this.questions.ask(trade, 'customer'),
      })),
    );
    await this.door.recordAnswers(answered);
    return answered;
  }
}

/** What was never sent cannot be known, and what is on its way has a driver who waits for it. */
function mayBeKnown({ outcome }: TradeRow): boolean {
  return outcome !== 'not_sent' && outcome !== 'in_flight';
}

function isAnswered({ lastAskedAt, lastAnswerAt }: TradeRow, since: Date): boolean {
  return lastAskedAt !== null && lastAnswerAt !== null && lastAskedAt >= since && lastAnswerAt >= lastAskedAt;
}
