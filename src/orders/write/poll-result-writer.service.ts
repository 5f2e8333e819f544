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
import { concludeChange } from '../decisions/order-change.js';
import type { ChangeTools, Decision, OrderChange } from '../decisions/order-change.js';
import { EpochService } from '../epoch/epoch.service.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { WatchRepository } from '../storage/watch.repository.js';
import type { Cause, OrderState, TradeRow } from '../model/order.types.js';
import { OrderSealsService } from '../secrets/order-seals.service.js';
import { OrderWriterService } from './order-writer.service.js';
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
  readonly cause: Cause;
  readonly answer: QueryAnswer;
}

/** `changed`: new facts; `quiet`: no news; `unanswered`; `dropped`: not sent, lease lost, or a newer answer is recorded. */
export const RECORD_RESULTS = ['changed', 'quiet', 'unanswered', 'dropped'] as const;
export type RecordResult = (typeof RECORD_RESULTS)[number];

type SentQuestion = AnsweredQuery & { readonly answer: Exclude<QueryAnswer, { kind: 'not_asked' }> };

interface Item {
  readonly query: SentQuestion;
  orderNoClash: boolean;
  unstorable: boolean;
  tooSlow: boolean;
  /** Rounds in which the order was changed or locked by another session. */
  misses: number;
}

interface Work {
  readonly item: Item;
  readonly change: OrderChange;
}

/** Rounds in a row without any record before the rest is dropped. */
const ROUNDS = 12;

/** Records the answers to signed queries, in lists; one bad record never blocks the others. */
@Injectable()
export class PollResultWriter {
  private readonly logger = new Logger(PollResultWriter.name);

  constructor(
    private readonly orders: StoredOrders,
    private readonly writer: OrderWriterService,
    private readonly seals: OrderSealsService,
    private readonly watches: WatchRepository,
    private readonly epochs: EpochService,
    private readonly settings: Settings,
    private readonly chance: Chance,
  ) {}

  /** Returns the result of each query by trade. Throws only if the database stays unavailable; then the leases expire. */
  async recordAnswers(answered: readonly AnsweredQuery[]): Promise<Map<string, RecordResult>> {
    const results = new Map<string, RecordResult>();
    const unasked = answered.filter(({ answer }) => answer.kind === 'not_asked');
    if (unasked.length > 0) await this.watches.handBack(unasked);
    for (const { tradeNo } of unasked) results.set(tradeNo, 'dropped');
    const fresh = { orderNoClash: false, unstorable: false, tooSlow: false, misses: 0 };
    let open: Item[] = answered.filter(isSent).map((query) => ({ query, ...fresh }));
    const tools = await this.seals.tools();
    for (let inVain = 0; open.length > 0 && inVain < ROUNDS; inVain++) {
      const before = results.size;
      const states = await this.orders.findByTrades(open.map(({ query }) => query.tradeNo));
      if (open.some(({ query }) => isFound(query, states))) await this.epochs.look();
      const work = new Map<string, Work>();
      for (const item of open) this.plan(item, states, work, results, tools);
      // An order that was missed twice may be locked for long: write it last, alone, and wait for the lock.
      const together = [...work.values()].filter(({ item }) => item.misses < 2);
      const alone = [...work.values()].filter(({ item }) => item.misses >= 2).map((one) => [one]);
      // Apart: if the quiet ones fail, the news is committed and known to be.
      const lists = [true, false].map((isNews) => together.filter(({ change }) => change.changed === isNews));
      const written = await this.writeEach(lists, together.length === 1);
      for (const number of await this.writeEach(alone)) written.add(number);
      for (const [merchantOrderNo, { item, change }] of work) {
        if (written.has(merchantOrderNo)) results.set(item.query.tradeNo, resultOf(item, change));
        else item.misses++;
      }
      await this.alarm(open, states);
      open = open.filter(({ query, tooSlow }) => !results.has(query.tradeNo) && !tooSlow);
      // Each round records one answer per order, so an order needs as many rounds as trades.
      if (results.size > before) inVain = 0;
    }
    for (const { tradeNo } of answered.filter((query) => !results.has(query.tradeNo))) {
      logEvent(this.logger, 'answer_not_recorded', { tradeNo });
    }
    return results;
  }

  /** The provider has these trades but the database does not: a commit was lost. */
  private async alarm(open: readonly Item[], states: readonly OrderState[]): Promise<void> {
    const stored = new Set(states.flatMap(({ trades }) => trades.map(({ tradeNo }) => tradeNo)));
    for (const { query } of open) {
      const { tradeNo, answer } = query;
      if (answer.kind !== 'seen' || stored.has(tradeNo)) continue;
      const { orderNo } = answer.snapshot;
      await this.epochs.orphaned({ from: 'query', tradeNo, orderNo, evidence: answer.evidence });
    }
  }

  /** Decides one item; a second item of the same order waits for the next round. */
  private plan(
    item: Item,
    states: readonly OrderState[],
    work: Map<string, Work>,
    results: Map<string, RecordResult>,
    tools: ChangeTools,
  ): void {
    const { query } = item;
    const state = states.find(({ trades }) => trades.some(({ tradeNo }) => tradeNo === query.tradeNo));
    const trade = state?.trades.find(({ tradeNo }) => tradeNo === query.tradeNo);
    // A time in the future comes from another clock.
    const newest = trade?.lastAskedAt ?? null;
    const isStale = state !== undefined && newest !== null && newest > query.askedAt && newest <= state.now;
    if (state === undefined || trade?.leaseId !== query.leaseId || isStale) {
      results.set(query.tradeNo, 'dropped');
    } else if (!work.has(state.order.merchantOrderNo)) {
      const change = concludeChange(state, this.decide(item, state, trade, tools), query.cause, tools);
      work.set(state.order.merchantOrderNo, { item, change });
    }
  }

  private decide(item: Item, state: OrderState, trade: TradeRow, { payees }: ChangeTools): Decision {
    const { query, orderNoClash, unstorable } = item;
    const { reconcile, orders, ramp } = this.settings;
    const base = { policy: { ...orders, firstDelayMs: reconcile.firstDelayMs }, chance: this.chance.number() };
    if (query.answer.kind === 'none') {
      return decideUnanswered(state, trade, query, query.answer.othersAnswered, base);
    }
    const isErased = state.order.erasedAt !== null;
    const evidence = isErased ? { ...query.answer.evidence, sent: {}, seen: null } : query.answer.evidence;
    const isOlder = this.epochs.isOlder(trade);
    const context: SnapshotContext = { ...base, appId: ramp.appId, evidence, orderNoClash, payees, isOlder };
    const { kind } = query.answer;
    const unread =
      kind === 'seen' ? { ...trade, lastSeen: recordForStaff(trade, query.answer.snapshot, context) } : trade;
    // An altered order believes no answer.
    if (state.isAltered === true) return decideUnanswered(state, unread, query, false, base);
    if (unstorable) return decideUnstorable(state, unread, query, context);
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

  private async writeEach(lists: readonly (readonly Work[])[], waits?: boolean): Promise<Set<string>> {
    const written = new Set<string>();
    for (const list of lists) (await this.write(list, waits)).forEach((number) => written.add(number));
    return written;
  }

  /** Writes all at once, skipping locked orders; one by one if any cannot be stored. */
  private async write(work: readonly Work[], waits = work.length === 1): Promise<Set<string>> {
    const [first, second] = work;
    if (first === undefined) return new Set();
    try {
      return await this.writer.apply(
        work.map(({ change }) => change),
        waits,
      );
    } catch (error) {
      if (isDatabaseAway(error) && !isTooSlow(error)) throw error;
      if (second !== undefined)
        return this.writeEach(
          work.map((one) => [one]),
          false,
        );
      this.mark(first.item, error);
      return new Set();
    }
  }

  /** How the next round stores it: without a number that belongs to another trade, or raw. Too slow: the lease expires. */
  private mark(item: Item, error: unknown): void {
    if (isTooSlow(error)) item.tooSlow = true;
    else if (brokenConstraint(error) === 'trades_ramp_order_no' && !item.orderNoClash) item.orderNoClash = true;
    else {
      // Only the SQL state: Postgres' message quotes the value.
      logEvent(this.logger, 'answer_not_storable', { sqlState: sqlState(error) });
      item.unstorable = true;
    }
  }
}

/** What is made of a found trade depends on the newest epoch. */
const isFound = ({ tradeNo, answer }: SentQuestion, states: readonly OrderState[]): boolean =>
  answer.kind === 'seen' &&
  states.some(({ trades }) => trades.some((trade) => trade.tradeNo === tradeNo && isUnanswered(trade.outcome)));

const isSent = (one: AnsweredQuery): one is SentQuestion => one.answer.kind !== 'not_asked';

function resultOf({ query }: Item, change: OrderChange): RecordResult {
  if (query.answer.kind === 'none') return 'unanswered';
  return change.changed ? 'changed' : 'quiet';
}
