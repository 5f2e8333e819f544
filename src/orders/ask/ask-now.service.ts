import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Time } from '../../platform/time/time.js';
import { Settings } from '../../platform/config/settings.js';
import { ProviderState } from '../../ramp/provider/provider-state.js';
import { PollResultWriter } from '../write/poll-result-writer.service.js';
import type { AnsweredQuery } from '../write/poll-result-writer.service.js';
import { mayExistAtProvider } from '../decisions/existence.js';
import type { Cause, OrderState, TradeRow } from '../model/order.types.js';
import { QuestionService } from './question.service.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { Watches } from '../storage/watches.service.js';
import { LEASE_BEYOND_CALL_MS } from '../model/call-lease.js';

const NEXT_ROUND_MS = 150;

interface Asking {
  readonly deadline: number;
  readonly about?: (trade: TradeRow) => boolean;
  /** Awaited before each round of queries, which takes at most one call's time; false: another holder takes over. */
  readonly goOn?: () => Promise<boolean>;
}

@Injectable()
export class AskNowService implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly orders: StoredOrders,
    private readonly watches: Watches,
    private readonly questions: QuestionService,
    private readonly results: PollResultWriter,
    private readonly provider: ProviderState,
    private readonly settings: Settings,
    private readonly time: Time,
  ) {}

  /** Starts no further queries. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /**
   * Queries trades of the order and records the answers; null if not all were answered by the deadline, or the provider
   * is down. Another process's query counts if it was sent after this call began. Repeats a query that our own side
   * held back.
   */
  async askAll(merchantOrderNo: string, cause: Cause, asking: Asking): Promise<OrderState | null> {
    const { deadline, about = mayExistAtProvider, goOn = () => Promise.resolve(true) } = asking;
    const { now: since } = await this.orders.find(merchantOrderNo);
    for (let round = 1; ; round++) {
      const { state } = await this.orders.find(merchantOrderNo);
      if (state === null) return null;
      const open = state.trades.filter((trade) => about(trade) && !isAnswered(trade, since));
      if (open.length === 0) return state;
      if (this.stopping || this.time.monotonic() >= deadline) return null;
      if (round > 1) await this.time.sleep(NEXT_ROUND_MS);
      if (!(await goOn())) return null;
      const answers = await this.ask(open, cause);
      if (answers.some(({ answer }) => answer.kind === 'none') || this.provider.isBreakerOpen()) return null;
    }
  }

  private async ask(trades: readonly TradeRow[], cause: Cause): Promise<AnsweredQuery[]> {
    const numbers = trades.map(({ tradeNo }) => tradeNo);
    const leased = await this.watches.lease(numbers, this.settings.ramp.timeoutMs + LEASE_BEYOND_CALL_MS);
    const questions = trades.flatMap((trade) => {
      const lease = leased.find(({ tradeNo }) => tradeNo === trade.tradeNo);
      return lease === undefined ? [] : [{ trade, lease }];
    });
    const answered = await Promise.all(
      questions.map(async ({ trade, lease }) => ({
        ...lease,
        merchantOrderNo: trade.merchantOrderNo,
        cause,
        answer: await this.questions.ask(trade, 'customer'),
      })),
    );
    // One after the other: each is a change of the same order.
    for (const one of answered) await this.results.recordAnswer(one);
    return answered;
  }
}

function isAnswered({ lastAskedAt, lastAnswerAt }: TradeRow, since: Date): boolean {
  return lastAskedAt !== null && lastAnswerAt !== null && lastAskedAt >= since && lastAnswerAt >= lastAskedAt;
}
