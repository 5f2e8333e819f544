import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { brokenConstraint, isDatabaseAway, isTooSlow, sqlState } from '../../platform/database/database-errors.js';
import type { Evidence } from '../../ramp/port/ramp.errors.js';
import type { TradeSnapshot } from '../../ramp/port/ramp.types.js';
import { withoutPerson } from '../decisions/erasure.js';
import { decideNotFound } from '../decisions/decide-not-found.js';
import { decideSnapshot } from '../decisions/decide-snapshot.js';
import type { PollQuery, SnapshotContext } from '../decisions/question.js';
import { decideUnanswered, decideUnstorable } from '../decisions/decide-unanswered.js';
import { isUnanswered } from '../decisions/existence.js';
import { recordForStaff } from '../decisions/expectation.js';
import type { Decision } from '../decisions/order-change.js';
import type { PayeeTools } from '../decisions/payee.js';
import { EpochService } from '../epoch/epoch.service.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { Watches } from '../storage/watches.service.js';
import type { Cause, OrderState, TradeRow } from '../model/order.types.js';
import { OrderSealsService } from '../secrets/order-seals.service.js';
import { ChangesTooQuickly, OrderWriterService } from './order-writer.service.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Chance } from '../../platform/chance.js';

/** `none`: an answer that says nothing about the trade, or no answer. `not_asked`: not sent, or rate-limited. */
export type QueryAnswer =
  | { readonly kind: 'seen'; readonly snapshot: TradeSnapshot; readonly evidence: Evidence }
  | {
      readonly kind: 'not_found';
      readonly answeredAt: Date;
      readonly doubted: boolean;
      readonly evidence: Evidence;
    }
  | { readonly kind: 'none'; readonly othersAnswered: boolean }
  | { readonly kind: 'not_asked' };

export interface AnsweredQuery extends PollQuery {
  readonly tradeNo: string;
  readonly merchantOrderNo: string;
  readonly cause: Cause;
  readonly answer: QueryAnswer;
}

/** `changed`: new facts; `quiet`: no news; `unanswered`; `dropped`: not sent, lease lost, or a newer answer is recorded. */
export const RECORD_RESULTS = ['changed', 'quiet', 'unanswered', 'dropped'] as const;
export type RecordResult = (typeof RECORD_RESULTS)[number];

type SentQuestion = AnsweredQuery & { readonly answer: Exclude<QueryAnswer, { kind: 'not_asked' }> };

/** How it is stored after a failure: without a number that belongs to another trade, or raw. */
type Storing = 'whole' | 'without orderNo' | 'raw';

/** Records answers to signed queries. */
@Injectable()
export class PollResultWriter {
  private readonly logger = new Logger(PollResultWriter.name);

  constructor(
    private readonly orders: StoredOrders,
    private readonly writer: OrderWriterService,
    private readonly seals: OrderSealsService,
    private readonly watches: Watches,
    private readonly epochs: EpochService,
    private readonly settings: Settings,
    private readonly chance: Chance,
  ) {}

  /** Throws only if the database stays unavailable; then the lease expires. */
  async recordAnswer(query: AnsweredQuery): Promise<RecordResult> {
    if (!isSent(query)) {
      await this.watches.handBack([query]);
      return 'dropped';
    }
    for (let storing: Storing | null = 'whole'; storing !== null;) {
      try {
        return await this.record(query, storing);
      } catch (error) {
        storing = this.afterFailure(error, storing);
      }
    }
    logEvent(this.logger, 'answer_not_recorded', { tradeNo: query.tradeNo });
    return 'dropped';
  }

  private async record(query: SentQuestion, storing: Storing): Promise<RecordResult> {
    const { tradeNo, merchantOrderNo, answer, cause } = query;
    const { payees } = await this.seals.tools();
    const { state: copy } = await this.orders.findStored(merchantOrderNo);
    const stored = copy?.trades.find((trade) => trade.tradeNo === tradeNo);
    if (copy === null || stored === undefined) {
      await this.alarm(query);
      return 'dropped';
    }
    // What is made of a found trade depends on the newest epoch.
    if (answer.kind === 'seen' && isUnanswered(stored.outcome)) await this.epochs.look();
    let { version } = copy.order;
    const decide = (state: OrderState): Decision | null => {
      const trade = state.trades.find((one) => one.tradeNo === tradeNo);
      if (trade === undefined || isDropped(query, trade, state)) return null;
      ({ version } = state.order);
      return this.decide(query, storing, state, trade, payees);
    };
    const after = await this.writer.change(merchantOrderNo, cause, decide, { copy, isStored: true });
    if (after === null) return 'dropped';
    if (answer.kind === 'none') return 'unanswered';
    return after.order.version > version ? 'changed' : 'quiet';
  }

  /** The provider has this trade but the database does not: a commit was lost. */
  private async alarm({ tradeNo, answer }: SentQuestion): Promise<void> {
    if (answer.kind !== 'seen') return;
    const { snapshot, evidence } = answer;
    await this.epochs.orphaned({ from: 'query', tradeNo, orderNo: snapshot.orderNo, evidence });
  }

  private decide(
    query: SentQuestion,
    storing: Storing,
    state: OrderState,
    trade: TradeRow,
    payees: PayeeTools,
  ): Decision {
    const { reconcile, orders, ramp } = this.settings;
    const base = { policy: { ...orders, firstDelayMs: reconcile.firstDelayMs }, chance: this.chance.number() };
    if (query.answer.kind === 'none') {
      return decideUnanswered(state, trade, query, query.answer.othersAnswered, base);
    }
    const isErased = state.order.erasedAt !== null;
    const evidence = isErased ? { ...query.answer.evidence, sent: {}, seen: null } : query.answer.evidence;
    const isOlder = this.epochs.isOlder(trade);
    const orderNoClash = storing === 'without orderNo';
    const context: SnapshotContext = { ...base, appId: ramp.appId, evidence, orderNoClash, payees, isOlder };
    const { kind } = query.answer;
    const unread =
      kind === 'seen' ? { ...trade, lastSeen: recordForStaff(trade, query.answer.snapshot, context) } : trade;
    // An altered order believes no answer.
    if (state.isAltered === true) return decideUnanswered(state, unread, query, false, base);
    if (storing === 'raw') return decideUnstorable(state, unread, query, context);
    if (query.answer.kind === 'not_found') {
      const { answeredAt, doubted } = query.answer;
      return decideNotFound(state, trade, query, answeredAt, { ...context, doubted });
    }
    try {
      const { snapshot } = query.answer;
      return decideSnapshot(state, trade, isErased ? withoutPerson(snapshot) : snapshot, query, context);
    } catch (error) {
      logEvent(this.logger, 'answer_unreadable', { err: error });
      return decideUnstorable(state, unread, query, context);
    }
  }

  /** How it is stored next. null: not, since the order is locked or changes all the time; the lease expires. */
  private afterFailure(error: unknown, storing: Storing): Storing | null {
    if (isTooSlow(error) || error instanceof ChangesTooQuickly) return null;
    if (isDatabaseAway(error)) throw error;
    if (brokenConstraint(error) === 'trades_ramp_order_no' && storing === 'whole') return 'without orderNo';
    // Only the SQL state: Postgres' message quotes the value.
    logEvent(this.logger, 'answer_not_storable', { sqlState: sqlState(error) });
    return storing === 'raw' ? null : 'raw';
  }
}

const isSent = (one: AnsweredQuery): one is SentQuestion => one.answer.kind !== 'not_asked';

function isDropped({ leaseId, askedAt }: PollQuery, trade: TradeRow, { now }: OrderState): boolean {
  const newest = trade.lastAskedAt;
  // A time in the future comes from another clock.
  const isStale = newest !== null && newest > askedAt && newest <= now;
  return trade.leaseId !== leaseId || isStale;
}
