import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { RampNotSent } from '../../ramp/port/ramp.errors.js';
import { PollResultWriter } from '../write/poll-result-writer.service.js';
import { mustLookUp } from '../decisions/lost-commits.js';
import type { Cause, OrderState, TradeRow } from '../model/order.types.js';
import { QuestionService } from './question.service.js';
import { EpochService } from '../epoch/epoch.service.js';
import type { EpochReading } from '../storage/epoch.repository.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { Watches } from '../storage/watches.service.js';
import { LEASE_BEYOND_CALL_MS } from '../model/call-lease.js';

/**
 * `found`: a trade now belongs to the order. `unclear`: its record is not understood. `unknown`: no believable answer.
 * `doubted`: a doubted not-found answer.
 */
export type LookUp =
  | { readonly kind: 'clear' | 'found'; readonly state: OrderState }
  | { readonly kind: 'unknown' | 'unclear' }
  | { readonly kind: 'doubted'; readonly failure: RampNotSent };

const DOUBTED = {
  kind: 'not_sent',
  reason: 'not_found_doubted',
  detail: 'the provider does not know the number, nor numbers that it has',
} as const;

/** Looks numbers up at the provider, since a restore or failover may have lost an earlier send. */
@Injectable()
export class LookUpService {
  private readonly callMs: number;

  constructor(
    private readonly orders: StoredOrders,
    private readonly watches: Watches,
    private readonly questions: QuestionService,
    private readonly results: PollResultWriter,
    private readonly epochs: EpochService,
    settings: Settings,
  ) {
    this.callMs = settings.ramp.timeoutMs + LEASE_BEYOND_CALL_MS;
  }

  /** The epoch in which the order's numbers are looked up before they are sent; null: they are sent without. */
  epochOf({ order }: Pick<OrderState, 'order'>): string | null {
    return this.epochs.asksFirst(order) ? (this.epochs.known?.epoch ?? null) : null;
  }

  /**
   * Queries those of `trades` that lost commits may have sent, before `next` is first sent; null: before a next trade is
   * made. `goOn`, awaited before each query: false if another holder takes over.
   */
  async lookUp(
    state: OrderState,
    trades: readonly TradeRow[],
    next: TradeRow | null,
    cause: Cause,
    goOn: () => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<LookUp> {
    const { order } = state;
    const doubt = await this.epochs.doubtOf(order.merchantOrderNo, this.callMs);
    const inDoubt = (): TradeRow[] =>
      trades.filter((trade) =>
        mustLookUp(trade, trade === next, doubt !== null || this.epochs.asksFirst(order), this.epochs.known),
      );
    let looked: LookUp = { kind: 'clear', state };
    if (next !== null && inDoubt().length === 0) return looked;
    const reading = await this.epochs.look();
    for (const trade of inDoubt()) {
      const found: LookUp = (await goOn())
        ? await this.ask(looked.state, trade, cause, doubt?.isFresh === true, reading)
        : { kind: 'unknown' };
      if (!('state' in found)) return found;
      if (found.kind === 'found') looked = found;
    }
    return looked;
  }

  private async ask(
    before: OrderState,
    trade: TradeRow,
    cause: Cause,
    isFresh: boolean,
    reading: EpochReading,
  ): Promise<LookUp> {
    const [lease] = await this.watches.lease([trade.tradeNo], this.callMs);
    if (lease === undefined) return { kind: 'unknown' };
    // A create of the previous epoch, or the one whose answer found no row, may be in flight until then.
    const mayBeUnderWay = isFresh || this.epochs.isYoungerThan(this.callMs, reading, lease.askedAt);
    const answer = await this.questions.ask(trade, 'customer', true);
    const isSeen = answer.kind === 'seen';
    const { merchantOrderNo } = before.order;
    const recorded = isSeen ? answer : ({ kind: 'not_asked' } as const);
    await this.results.recordAnswer({ ...lease, merchantOrderNo, cause, answer: recorded });
    if (answer.kind === 'not_found') {
      const { doubted, evidence } = answer;
      if (doubted) return { kind: 'doubted', failure: { ...DOUBTED, evidence } };
      return mayBeUnderWay ? { kind: 'unknown' } : { kind: 'clear', state: before };
    }
    if (!isSeen) return { kind: 'unknown' };
    const { state } = await this.orders.find(before.order.merchantOrderNo);
    const seen = state?.trades.find(({ tradeNo }) => tradeNo === trade.tradeNo);
    if (state !== null && seen?.outcome === 'created') return { kind: 'found', state };
    return { kind: seen?.understood === false ? 'unclear' : 'unknown' };
  }
}
