import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { RampNotSent } from '../../ramp/port/ramp.errors.js';
import { AnswerRecordService } from '../write/answer-record.service.js';
import type { Cause, OrderState, TradeRow } from '../model/order.types.js';
import { QuestionService } from './question.service.js';
import { OrderRepository } from '../storage/order.repository.js';
import { WatchRepository } from '../storage/watch.repository.js';
import { LEASE_BEYOND_CALL_MS } from '../model/call-lease.js';

/**
 * `free`: the provider does not know the number; `known`: it has an order under it, which the trade now is; `unknown`:
 * nothing that could be believed was said; `doubted`: *not found* is not believed at the moment.
 */
export type FirstAnswer =
  | { readonly kind: 'free' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'doubted'; readonly failure: RampNotSent }
  | { readonly kind: 'known'; readonly state: OrderState };

const DOUBTED = {
  kind: 'not_sent',
  reason: 'not_found_doubted',
  detail: 'the provider does not know the number, nor numbers that it has',
} as const;

/**
 * Asks about the number of a trade that was never sent, as far as is known: a database that was restored to an earlier
 * day may have forgotten it.
 */
@Injectable()
export class AskFirstService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly watches: WatchRepository,
    private readonly questions: QuestionService,
    private readonly answerRecord: AnswerRecordService,
    private readonly settings: Settings,
  ) {}

  /** Where the settings don't ask for it, and for what was sent before, each number is `free`. */
  async ask({ order }: OrderState, trade: TradeRow, cause: Cause): Promise<FirstAnswer> {
    const { ramp } = this.settings;
    if (!ramp.askBeforeSend || trade.sends > 0) return { kind: 'free' };
    const [lease] = await this.watches.lease([trade.tradeNo], ramp.timeoutMs + LEASE_BEYOND_CALL_MS);
    if (lease === undefined) return { kind: 'unknown' };
    const answer = await this.questions.ask(trade, 'customer');
    const isSeen = answer.kind === 'seen';
    await this.answerRecord.recordAnswers([{ ...lease, cause, answer: isSeen ? answer : { kind: 'not_asked' } }]);
    if (answer.kind === 'not_found') {
      const { doubted, evidence } = answer;
      return doubted ? { kind: 'doubted', failure: { ...DOUBTED, evidence } } : { kind: 'free' };
    }
    if (!isSeen) return { kind: 'unknown' };
    const { state } = await this.orders.find(order.merchantOrderNo);
    const isAdopted = state?.trades.some(({ tradeNo, outcome }) => tradeNo === trade.tradeNo && outcome === 'created');
    return state !== null && isAdopted === true ? { kind: 'known', state } : { kind: 'unknown' };
  }
}
