import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { RampNotSent } from '../../ramp/port/ramp.errors.js';
import { AnswerRecordService } from '../write/answer-record.service.js';
import type { Cause, OrderState, TradeRow } from '../model/order.types.js';
import { QuestionService } from './question.service.js';
import { EpochService } from '../epoch/epoch.service.js';
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
 * Looks a number up before it is sent: a database that lost commits, by a restore or a failover, may have forgotten that it was
 * sent before.
 */
@Injectable()
export class AskFirstService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly watches: WatchRepository,
    private readonly questions: QuestionService,
    private readonly answerRecord: AnswerRecordService,
    private readonly epochs: EpochService,
    private readonly settings: Settings,
  ) {}

  /** The epoch in which a number has to be looked up that is sent now; null: it is sent without. */
  get epochToAskIn(): string | null {
    return this.epochs.asksFirst ? (this.epochs.known?.epoch ?? null) : null;
  }

  /** Where numbers are not in doubt, each is `free`. */
  async ask({ order }: OrderState, trade: TradeRow, cause: Cause): Promise<FirstAnswer> {
    const callMs = this.settings.ramp.timeoutMs + LEASE_BEYOND_CALL_MS;
    const beganAt = this.epochs.asksFirst ? (await this.epochs.look()).beganAt : null;
    if (beganAt === null || !this.epochs.asksFirst) return { kind: 'free' };
    const [lease] = await this.watches.lease([trade.tradeNo], callMs);
    if (lease === undefined) return { kind: 'unknown' };
    const answer = await this.questions.ask(trade, 'customer', true);
    const isSeen = answer.kind === 'seen';
    await this.answerRecord.recordAnswers([{ ...lease, cause, answer: isSeen ? answer : { kind: 'not_asked' } }]);
    if (answer.kind === 'not_found') {
      const { doubted, evidence } = answer;
      if (doubted) return { kind: 'doubted', failure: { ...DOUBTED, evidence } };
      // Creates of the epoch before may be under way until then. A beginning that lies ahead comes from another clock.
      const mayBeUnderWay = Math.abs(lease.askedAt.getTime() - beganAt.getTime()) < callMs;
      return { kind: mayBeUnderWay ? 'unknown' : 'free' };
    }
    if (!isSeen) return { kind: 'unknown' };
    const { state } = await this.orders.find(order.merchantOrderNo);
    const isAdopted = state?.trades.some(({ tradeNo, outcome }) => tradeNo === trade.tradeNo && outcome === 'created');
    return state !== null && isAdopted === true ? { kind: 'known', state } : { kind: 'unknown' };
  }
}
