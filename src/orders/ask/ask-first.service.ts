import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { RampNotSent } from '../../ramp/port/ramp.errors.js';
import { PollResultWriter } from '../write/poll-result-writer.service.js';
import { currentTrade } from '../model/fold.js';
import type { Cause, OrderState, TradeRow } from '../model/order.types.js';
import { QuestionService } from './question.service.js';
import { EpochService } from '../epoch/epoch.service.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { WatchRepository } from '../storage/watch.repository.js';
import { LEASE_BEYOND_CALL_MS } from '../model/call-lease.js';

/** `known`: the trade is now this order. `unknown`: no believable answer. `doubted`: a doubted not-found answer. */
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

/** Looks a number up before it is sent: a restore or failover may have lost an earlier send. */
@Injectable()
export class AskFirstService {
  constructor(
    private readonly orders: StoredOrders,
    private readonly watches: WatchRepository,
    private readonly questions: QuestionService,
    private readonly results: PollResultWriter,
    private readonly epochs: EpochService,
    private readonly settings: Settings,
  ) {}

  /** The epoch in which the order's next number must be looked up; null: send without. */
  epochToAskIn({ order }: Pick<OrderState, 'order'>): string | null {
    return this.epochs.asksFirst(order) ? (this.epochs.known?.epoch ?? null) : null;
  }

  /** Tells of which trades of unknown outcome lost commits may have returned the page. */
  async pagesLost(): Promise<(trade: TradeRow) => boolean> {
    await this.epochs.look();
    return (trade) => trade.outcome === 'unknown' && this.epochs.isOlder(trade);
  }

  /** Asks about the current trade, if lost commits may have returned its page. */
  async askLost(state: OrderState, cause: Cause): Promise<FirstAnswer> {
    const trade = currentTrade(state.trades);
    if (trade.outcome !== 'unknown') return { kind: 'free' };
    const isPageLost = await this.pagesLost();
    return isPageLost(trade) ? this.ask(state, trade, cause) : { kind: 'free' };
  }

  async ask({ order }: OrderState, trade: TradeRow, cause: Cause): Promise<FirstAnswer> {
    const callMs = this.settings.ramp.timeoutMs + LEASE_BEYOND_CALL_MS;
    const doubt = await this.epochs.doubtOf(order.merchantOrderNo, callMs);
    const isNeeded = (): boolean => doubt !== null || this.epochs.asksFirst(order);
    if (!isNeeded()) return { kind: 'free' };
    const reading = await this.epochs.look();
    if (!isNeeded()) return { kind: 'free' };
    const [lease] = await this.watches.lease([trade.tradeNo], callMs);
    if (lease === undefined) return { kind: 'unknown' };
    // A create of the previous epoch, or the one whose answer found no row, may be in flight until then.
    const mayBeUnderWay = doubt?.isFresh === true || this.epochs.isYoungerThan(callMs, reading, lease.askedAt);
    const answer = await this.questions.ask(trade, 'customer', true);
    const isSeen = answer.kind === 'seen';
    await this.results.recordAnswers([{ ...lease, cause, answer: isSeen ? answer : { kind: 'not_asked' } }]);
    if (answer.kind === 'not_found') {
      const { doubted, evidence } = answer;
      if (doubted) return { kind: 'doubted', failure: { ...DOUBTED, evidence } };
      return { kind: mayBeUnderWay ? 'unknown' : 'free' };
    }
    if (!isSeen) return { kind: 'unknown' };
    const { state } = await this.orders.find(order.merchantOrderNo);
    const isAdopted = state?.trades.some(({ tradeNo, outcome }) => tradeNo === trade.tradeNo && outcome === 'created');
    return state !== null && isAdopted === true ? { kind: 'known', state } : { kind: 'unknown' };
  }
}
