import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Settings } from '../../platform/config/settings.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import type { CreatedTrade } from '../../ramp/port/ramp.types.js';
import { decideClash, decideCreated, decideMaking, reservedData } from '../decisions/decide-create.js';
import { NEW_ORDER, newTrade } from '../decisions/new-order.js';
import { wasAltered } from '../decisions/mismatches.js';
import type { CreateContext } from '../decisions/decide-create.js';
import type { MakingEvent, Asked, Cause, OrderState, SealedEmail, ShownPrice, TradeRow } from '../model/order.types.js';
import { addressKeyOf, currentTrade } from '../model/fold.js';
import type { Metadata } from '../model/metadata.js';
import type { Decision } from '../decisions/order-change.js';
import { OrderChanges } from '../changes/order-changes.js';
import { EpochService } from '../epoch/epoch.service.js';
import { DriveRepository } from '../storage/drive.repository.js';
import { OrderRepository } from '../storage/order.repository.js';
import type { Reserved } from './order-writer.service.js';
import { OrderWriterService } from './order-writer.service.js';

export interface DriveStep {
  readonly driveLease: string;
  readonly cause: Cause;
  /** Masked; null if nothing was sent. */
  readonly evidence: unknown;
}

export interface Reservation extends SealedEmail {
  readonly merchantOrderNo: string;
  readonly caller: string;
  /** HMAC of a guest's address block. */
  readonly guestBlock?: Buffer;
  readonly customerId: string | null;
  readonly metadata?: Metadata;
  readonly asked: Asked;
  /** The trade is sent only while this price holds; null: at any price. */
  readonly shown: ShownPrice | null;
  /** Milliseconds since 1970; signs the create request that follows. */
  readonly stamp: number;
  readonly driveLease: string;
  readonly leaseMs: number;
  readonly patienceMs: number;
  readonly cause: Cause;
}

type Decide = (state: OrderState, current: TradeRow, context: CreateContext) => Decision | null;

@Injectable()
export class TradeRecordService {
  constructor(
    private readonly writer: OrderWriterService,
    private readonly drives: DriveRepository,
    private readonly changes: OrderChanges,
    private readonly orders: OrderRepository,
    private readonly epochs: EpochService,
    private readonly settings: Settings,
  ) {}

  /**
   * Reserves number and first trade, with the timestamp of the create request, before anything is sent. With a shown price,
   * or a number to look up, that request waits for `send_again`.
   */
  async reserve(reservation: Reservation): Promise<Reserved> {
    const now = await this.writer.now();
    const { merchantOrderNo, asked, shown, stamp, cause, leaseMs, patienceMs } = reservation;
    const trade = newTrade(merchantOrderNo, 1, asked, stamp, now, shown, this.epochs.asksFirst);
    const reserved = { tradeNo: trade.tradeNo, kind: 'reserved' as const, data: reservedData(trade) };
    const order = {
      ...NEW_ORDER,
      merchantOrderNo,
      caller: reservation.caller,
      guestBlock: reservation.guestBlock ?? null,
      customerId: reservation.customerId,
      addressKey: addressKeyOf(trade),
      customerEmail: reservation.customerEmail,
      customerEmailKeyId: reservation.customerEmailKeyId,
      customerEmailDigest: reservation.customerEmailDigest,
      metadata: reservation.metadata ?? {},
      driveLease: reservation.driveLease,
      side: 'BUY' as const,
      status: 'CREATING' as const,
      driveUntil: new Date(now.getTime() + leaseMs),
      drivePatienceUntil: new Date(now.getTime() + patienceMs),
      secretSalt: randomBytes(16),
      createdAt: now,
      updatedAt: now,
    };
    const before = this.epochs.known;
    const written = await this.writer.reserve(order, trade, reserved, cause);
    if (written.epoch === null) return written;
    await this.epochs.observe(written.epoch, before);
    const isGone = !written.isNew && written.state === null && (await this.epochs.look()).epoch !== written.epoch.epoch;
    // The database lost the order with this number between two statements.
    return isGone ? this.reserve(reservation) : written;
  }

  /**
   * Takes the lease: of a runner whose lease has expired (`left behind`), or when no attempt is running (`ended`). false:
   * taken.
   */
  takeDrive(
    merchantOrderNo: string,
    driveLease: string,
    leaseMs: number,
    when: 'left behind' | 'ended',
  ): Promise<boolean> {
    return this.drives.takeDrive(merchantOrderNo, driveLease, leaseMs, when);
  }

  /** Claims orders whose current trade has no outcome and no runner; each gets one of `leases`. */
  claimDrives(leases: readonly string[], leaseMs: number): Promise<{ merchantOrderNo: string; driveLease: string }[]> {
    return this.drives.claimDrives(leases, leaseMs);
  }

  /** Extends the lease to `leaseMs` from now. false: lost. */
  renewDrive(merchantOrderNo: string, driveLease: string, leaseMs: number): Promise<boolean> {
    return this.drives.renewDrive(merchantOrderNo, driveLease, leaseMs);
  }

  /** Lets the next runner start after `delayMs`; null: none is needed. */
  async releaseDrive(merchantOrderNo: string, driveLease: string, delayMs: number | null): Promise<void> {
    await this.drives.releaseDrive(merchantOrderNo, driveLease, delayMs);
    this.changes.tell([{ merchantOrderNo, version: null }]);
  }

  /**
   * Records an event of `trade`, the current one, under the lease. `held`: the runner's copy of the order, used instead of a
   * read while the trade is unwatched. null: lease lost, or a trade turned out to be paid.
   *
   * If the lease was lost, a created trade keeps only the provider's number, so that only the current trade's `payUrl` is
   * ever returned.
   */
  async record(trade: TradeRow, event: MakingEvent, step: DriveStep, held?: OrderState): Promise<OrderState | null> {
    if (event.kind !== 'created') {
      const state = await this.write(trade, event, step, held);
      // The committed request is sent next, so check the epoch of the database.
      if (event.kind === 'send_again' || event.kind === 'next_trade') await this.epochs.look();
      if (state === null && event.kind === 'unknown') await this.confirmRow(trade, null, step);
      return state;
    }
    const { made } = event;
    try {
      const mine = await this.write(trade, event, step, held);
      if (mine === null) await this.recordLate(trade, made, step);
      return mine;
    } catch (error) {
      if (brokenConstraint(error) !== 'trades_ramp_order_no') throw error;
      const clash: Decide = (state, current, context) => decideClash(state, current, made.orderNo, context);
      await this.change(trade, clash, step);
      // Marked unknown, so the next runner need not wait for the lease to expire.
      await this.releaseDrive(trade.merchantOrderNo, step.driveLease, 0);
      return null;
    }
  }

  private write(trade: TradeRow, event: MakingEvent, step: DriveStep, held?: OrderState): Promise<OrderState | null> {
    return this.change(trade, (state, _current, context) => decideMaking(state, event, context), step, held);
  }

  private change(trade: TradeRow, decide: Decide, step: DriveStep, held?: OrderState): Promise<OrderState | null> {
    const decideMine = (state: OrderState): Decision | null => {
      const current = currentTrade(state.trades);
      const isMine = state.order.driveLease === step.driveLease && current.tradeNo === trade.tradeNo;
      // No trade is made for an erased customer.
      return isMine && state.order.erasedAt === null && !wasAltered(state)
        ? decide(state, current, this.context(step))
        : null;
    };
    // Polls change the schedule without a new version, so a held copy is valid only for unwatched trades.
    const isUnwatched = trade.watchClass === null;
    return this.writer.change(trade.merchantOrderNo, step.cause, decideMine, isUnwatched ? held : undefined);
  }

  private async recordLate(trade: TradeRow, made: CreatedTrade, step: DriveStep): Promise<void> {
    const late = (decide: (state: OrderState, known: TradeRow) => Decision): Promise<OrderState | null> =>
      this.writer.change(trade.merchantOrderNo, step.cause, (state) => {
        const known = state.trades.find(({ tradeNo }) => tradeNo === trade.tradeNo);
        return known === undefined || known.orderNo !== null ? null : decide(state, known);
      });
    try {
      await late((state, known) => decideCreated(state, known, made, false, this.context(step)));
      await this.confirmRow(trade, made.orderNo, step);
    } catch (error) {
      if (brokenConstraint(error) !== 'trades_ramp_order_no') throw error;
      // Opening a mismatch needs no lease.
      await late((state, known) => ({
        ...decideClash(state, known, made.orderNo, this.context(step)),
        driveLease: null,
      }));
    }
  }

  /** An answer without a row, or with another provider number in the row, means a lost commit: raise an alarm. */
  private async confirmRow(
    { tradeNo, merchantOrderNo }: TradeRow,
    orderNo: string | null,
    { evidence }: DriveStep,
  ): Promise<void> {
    const { state } = await this.orders.find(merchantOrderNo);
    const known = state?.trades.find((trade) => trade.tradeNo === tradeNo);
    const isKept = known !== undefined && (orderNo === null || known.orderNo === orderNo);
    if (!isKept) await this.epochs.orphaned({ from: 'create', tradeNo, orderNo, evidence });
  }

  private context({ driveLease, evidence }: DriveStep): CreateContext {
    const { reconcile, orders } = this.settings;
    const policy = { firstDelayMs: reconcile.firstDelayMs, watchClosedMs: orders.watchClosedMs };
    return { driveLease, evidence, policy, asksFirst: this.epochs.asksFirst, chance: Math.random() };
  }
}
