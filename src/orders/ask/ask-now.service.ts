import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Settings } from '../../platform/config/settings.js';
import { ProviderState } from '../../ramp/provider/provider-state.js';
import { AnswerRecordService } from '../write/answer-record.service.js';
import type { AnsweredQuestion } from '../write/answer-record.service.js';
import { mayBeKnown } from '../decisions/existence.js';
import type { Cause, OrderState, TradeRow } from '../model/order.types.js';
import { QuestionService } from './question.service.js';
import { OrderRepository } from '../storage/order.repository.js';
import { WatchRepository } from '../storage/watch.repository.js';
import { LEASE_BEYOND_CALL_MS } from '../model/call-lease.js';

const NEXT_ROUND_MS = 150;

/** How all of an order is asked about. */
interface Asking {
  /** Of `performance.now()`. */
  readonly deadline: number;
  /** Which of its trades; none: all that the provider may know. */
  readonly about?: (trade: TradeRow) => boolean;
  /** Comes before each round of questions, which takes no longer than one call; false: somebody else asks from here on. */
  readonly goOn?: () => Promise<boolean>;
}

/** Asks about an order at once, without waiting for the schedule. */
@Injectable()
export class AskNowService implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly orders: OrderRepository,
    private readonly watches: WatchRepository,
    private readonly questions: QuestionService,
    private readonly answerRecord: AnswerRecordService,
    private readonly provider: ProviderState,
    private readonly settings: Settings,
  ) {}

  /** From now on nothing further is asked, and nobody waits for what another asks. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /**
   * Asks about trades of the order, and records what the provider says. Gives the order as it is then; null: not all of
   * them were answered until the deadline, or the provider does not answer. Another's question counts when it was asked
   * after this call began; a question that our own side held back is asked again as long as there is time.
   */
  async askAll(merchantOrderNo: string, cause: Cause, asking: Asking): Promise<OrderState | null> {
    const { deadline, about = mayBeKnown, goOn = () => Promise.resolve(true) } = asking;
    const { now: since } = await this.orders.find(merchantOrderNo);
    for (let round = 1; ; round++) {
      const { state } = await this.orders.find(merchantOrderNo);
      if (state === null) return null;
      const open = state.trades.filter((trade) => about(trade) && !isAnswered(trade, since));
      if (open.length === 0) return state;
      if (this.stopping || performance.now() >= deadline) return null;
      if (round > 1) await sleep(NEXT_ROUND_MS);
      if (!(await goOn())) return null;
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
    await this.answerRecord.recordAnswers(answered);
    return answered;
  }
}

function isAnswered({ lastAskedAt, lastAnswerAt }: TradeRow, since: Date): boolean {
  return lastAskedAt !== null && lastAnswerAt !== null && lastAskedAt >= since && lastAnswerAt >= lastAskedAt;
}
