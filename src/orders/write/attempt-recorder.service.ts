import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import type { CreatedTrade } from '../../ramp/port/ramp.types.js';
import { decideClash, decideCreated, decideAttemptEvent } from '../decisions/decide-create.js';
import { newPurchase } from '../decisions/new-order.js';
import { wasAltered } from '../decisions/mismatches.js';
import type { CreateContext } from '../decisions/decide-create.js';
import { currentTrade } from '../model/fold.js';
import type { Decision } from '../decisions/order-change.js';
import type { Cause, OrderState, TradeRow, AttemptEvent, Reservation } from '../model/order.types.js';
import { EpochService } from '../epoch/epoch.service.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { AttemptLeases } from './attempt-leases.service.js';
import type { Reserved } from './order-writer.service.js';
import { OrderWriterService } from './order-writer.service.js';
import { Chance } from '../../platform/chance.js';

export interface RecordStep {
  readonly attemptLease: string;
  readonly cause: Cause;
  readonly evidence: unknown;
}

type Decide = (state: OrderState, current: TradeRow, context: CreateContext) => Decision | null;

@Injectable()
export class AttemptRecorder {
  constructor(
    private readonly writer: OrderWriterService,
    private readonly leases: AttemptLeases,
    private readonly orders: StoredOrders,
    private readonly epochs: EpochService,
    private readonly settings: Settings,
    private readonly chance: Chance,
  ) {}

  /** With a shown price, or a number to look up, the create request waits for `send_again`. */
  async reserve(reservation: Reservation, isDoubted = false): Promise<Reserved> {
    const { cause, ...request } = reservation;
    const now = await this.orders.now();
    const asksFirst = isDoubted || this.epochs.asksFirst(null);
    const { order, trade, draft } = newPurchase(request, asksFirst, this.chance.bytes(16), now);
    const before = this.epochs.known;
    const written = await this.writer.reserve(order, trade, draft, cause);
    if (written.epoch === null) return written;
    await this.epochs.observe(written.epoch, before);
    if (written.isNew || written.state !== null) return written;
    if (written.epoch.isDoubted && !asksFirst) return this.reserve(reservation, true);
    // The database lost the order with this number between two statements.
    const isGone = (await this.epochs.look()).epoch !== written.epoch.epoch;
    return isGone ? this.reserve(reservation, isDoubted) : written;
  }

  /**
   * Records an event of the current trade under the lease. `copy`: the runner's copy, used instead of a read while the
   * trade is unwatched. null: lease lost, or a trade is paid; a created trade then keeps only the provider's number.
   */
  async record(trade: TradeRow, event: AttemptEvent, step: RecordStep, copy?: OrderState): Promise<OrderState | null> {
    const { merchantOrderNo } = trade;
    const { kind } = event;
    // An outage fails this read at once, but not the write: only events that need it ask.
    const asks = kind === 'send_again' || kind === 'next_trade' || (kind === 'not_sent' && event.givesUp);
    const isDoubted = asks && (await this.epochs.doubtOf(merchantOrderNo)) !== null;
    const decide = this.underLease(trade, step, (state, _current, context) =>
      decideAttemptEvent(state, event, { ...context, asksFirst: isDoubted || context.asksFirst }),
    );
    // Polls change the schedule without a new version, so a copy is valid only for unwatched trades.
    const start = trade.watchClass === null ? copy : undefined;
    try {
      const state = await this.writer.change(merchantOrderNo, step.cause, decide, { copy: start });
      // The committed request is sent next, so check the epoch of the database.
      if (event.kind === 'send_again' || event.kind === 'next_trade') await this.epochs.look();
      if (state === null && event.kind === 'unknown') await this.confirmRow(trade, null, step);
      if (state === null && event.kind === 'created') await this.recordLate(trade, event.made, step);
      return state;
    } catch (error) {
      if (event.kind !== 'created' || brokenConstraint(error) !== 'trades_ramp_order_no') throw error;
      const { orderNo } = event.made;
      const clash = this.underLease(trade, step, (state, current, context) =>
        decideClash(state, current, orderNo, context),
      );
      await this.writer.change(merchantOrderNo, step.cause, clash);
      // Marked unknown, so the next runner need not wait for the lease to expire.
      await this.leases.release(merchantOrderNo, step.attemptLease, 0);
      return null;
    }
  }

  /** Decides nothing if the lease was lost or the trade replaced, and makes no trade for an erased customer. */
  private underLease(trade: TradeRow, step: RecordStep, decide: Decide): (state: OrderState) => Decision | null {
    return (state) => {
      const current = currentTrade(state.trades);
      const isMine = state.order.attemptLease === step.attemptLease && current.tradeNo === trade.tradeNo;
      const isOpen = isMine && state.order.erasedAt === null && !wasAltered(state);
      return isOpen ? decide(state, current, this.context(step, state)) : null;
    };
  }

  private async recordLate(trade: TradeRow, made: CreatedTrade, step: RecordStep): Promise<void> {
    const late = (decide: (state: OrderState, stored: TradeRow) => Decision): Promise<OrderState | null> =>
      this.writer.change(trade.merchantOrderNo, step.cause, (state) => {
        const stored = state.trades.find(({ tradeNo }) => tradeNo === trade.tradeNo);
        return stored === undefined || stored.orderNo !== null ? null : decide(state, stored);
      });
    try {
      await late((state, stored) => decideCreated(state, stored, made, false, this.context(step, state)));
      await this.confirmRow(trade, made.orderNo, step);
    } catch (error) {
      if (brokenConstraint(error) !== 'trades_ramp_order_no') throw error;
      // Opening a mismatch needs no lease.
      await late((state, stored) => ({
        ...decideClash(state, stored, made.orderNo, this.context(step, state)),
        attemptLease: null,
      }));
    }
  }

  /** An answer without a row, or with another provider number in the row, means a lost commit: raise an alarm. */
  private async confirmRow(
    { tradeNo, merchantOrderNo }: TradeRow,
    orderNo: string | null,
    { evidence }: RecordStep,
  ): Promise<void> {
    const { state } = await this.orders.find(merchantOrderNo);
    const stored = state?.trades.find((trade) => trade.tradeNo === tradeNo);
    const isKept = stored !== undefined && (orderNo === null || stored.orderNo === orderNo);
    if (!isKept) await this.epochs.orphaned({ from: 'create', tradeNo, orderNo, evidence });
  }

  private context({ attemptLease, evidence }: RecordStep, { order }: OrderState): CreateContext {
    const { reconcile, orders } = this.settings;
    const policy = { ...orders, firstDelayMs: reconcile.firstDelayMs };
    return { attemptLease, evidence, policy, asksFirst: this.epochs.asksFirst(order), chance: this.chance.number() };
  }
}
