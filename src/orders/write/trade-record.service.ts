import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Settings } from '../../platform/config/settings.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import type { CreatedTrade } from '../../ramp/port/ramp.types.js';
import {
  decideClash,
  decideCreated,
  decideDeclined,
  decideGiveUp,
  decideNextTrade,
  decideNotSent,
  decideRefused,
  decideSendAgain,
  decideUnknown,
  reservedData,
} from '../decisions/decide-create.js';
import { newTrade } from '../decisions/new-trade.js';
import type { CreateContext } from '../decisions/decide-create.js';
import { currentTrade } from '../model/fold.js';
import { isPaid } from '../model/order-status.js';
import type { Decision } from '../decisions/order-change.js';
import type {
  Asked,
  Cause,
  OrderState,
  Refusal,
  SealedEmail,
  Sending,
  ShownPrice,
  TradeRow,
} from '../model/order.types.js';
import { OrderChanges } from '../changes/order-changes.js';
import { DriveRepository } from '../storage/drive.repository.js';
import { OrderWriterService } from './order-writer.service.js';

/** Who makes a trade, under which lease, and what it was that was sent and seen. */
export interface DriveStep {
  readonly driveLease: string;
  readonly cause: Cause;
  /** Masked; null where nothing was sent. */
  readonly evidence: unknown;
}

export interface Reservation extends SealedEmail {
  readonly merchantOrderNo: string;
  readonly caller: string;
  readonly customerId: string | null;
  readonly asked: Asked;
  /** The price for which alone the trade may be sent; null: whatever the price is. */
  readonly shown: ShownPrice | null;
  /** Milliseconds since 1970; signs the create request that follows. */
  readonly stamp: number;
  readonly driveLease: string;
  readonly leaseMs: number;
  readonly patienceMs: number;
  /** The present moment by Postgres' clock: the lease and the patience begin with it. */
  readonly now: Date;
  readonly cause: Cause;
}

/** Records what becomes of a trade while it is being made, and says when to look at it again. */
@Injectable()
export class TradeRecordService {
  constructor(
    private readonly writer: OrderWriterService,
    private readonly drives: DriveRepository,
    private readonly changes: OrderChanges,
    private readonly settings: Settings,
  ) {}

  /**
   * Reserves the number and the first trade, with the stamp of the request that follows, before anything is sent. Where a
   * price was shown, or its number has to be asked about, that request waits for {@link recordSendingAgain}. null: the number is taken.
   */
  async reserve(reservation: Reservation): Promise<OrderState | null> {
    const { now, asked, shown, stamp, cause, leaseMs, patienceMs, ...given } = reservation;
    const trade = newTrade(given.merchantOrderNo, 1, asked, stamp, now, shown, this.settings.ramp.askBeforeSend);
    const reserved = { tradeNo: trade.tradeNo, kind: 'reserved' as const, data: reservedData(trade) };
    const order = {
      ...NEW_ORDER,
      ...given,
      ...asked,
      driveUntil: new Date(now.getTime() + leaseMs),
      drivePatienceUntil: new Date(now.getTime() + patienceMs),
      secretSalt: randomBytes(16),
      createdAt: now,
      updatedAt: now,
    };
    return this.writer.reserve(order, trade, reserved, cause);
  }

  /**
   * Takes the right to make trades: from a driver whose lease is over (`left behind`), or when nobody has to make any
   * (`ended`). false: somebody has it.
   */
  takeDrive(
    merchantOrderNo: string,
    driveLease: string,
    leaseMs: number,
    when: 'left behind' | 'ended',
  ): Promise<boolean> {
    return this.drives.takeDrive(merchantOrderNo, driveLease, leaseMs, when);
  }

  /** Orders whose newest trade has no outcome and whose driver is gone; each is now driven under one of `leases`. */
  claimDrives(leases: readonly string[], leaseMs: number): Promise<{ merchantOrderNo: string; driveLease: string }[]> {
    return this.drives.claimDrives(leases, leaseMs);
  }

  /** The lease lasts `leaseMs` from now. false: somebody else has it. */
  renewDrive(merchantOrderNo: string, driveLease: string, leaseMs: number): Promise<boolean> {
    return this.drives.renewDrive(merchantOrderNo, driveLease, leaseMs);
  }

  /** Lets the next driver take over after `delayMs`; null: nobody has to. */
  async releaseDrive(merchantOrderNo: string, driveLease: string, delayMs: number | null): Promise<void> {
    await this.drives.releaseDrive(merchantOrderNo, driveLease, delayMs);
    this.changes.tell([{ merchantOrderNo, version: null }]);
  }

  /**
   * The provider made the trade. null: the lease was lost meanwhile; then only the provider's number is kept, so that
   * no `payUrl` but the current trade's is ever handed out.
   */
  async recordCreated(trade: TradeRow, made: CreatedTrade, step: DriveStep): Promise<OrderState | null> {
    try {
      const mine = await this.drive(trade, step, (state, current, context) =>
        decideCreated(state, current, made, true, context),
      );
      if (mine === null) await this.recordLate(trade, made, step);
      return mine;
    } catch (error) {
      if (brokenConstraint(error) !== 'trades_ramp_order_no') throw error;
      await this.drive(trade, step, (state, current, context) => decideClash(state, current, made.orderNo, context));
      // The outcome is known to be unknown: the next driver need not wait for the lease to run out.
      await this.releaseDrive(trade.merchantOrderNo, step.driveLease, 0);
      return null;
    }
  }

  private async recordLate(trade: TradeRow, made: CreatedTrade, step: DriveStep): Promise<void> {
    const late = (decide: (state: OrderState, known: TradeRow) => Decision): Promise<OrderState | null> =>
      this.writer.change(trade.merchantOrderNo, step.cause, (state) => {
        const known = state.trades.find(({ tradeNo }) => tradeNo === trade.tradeNo);
        return known === undefined || known.orderNo !== null ? null : decide(state, known);
      });
    try {
      await late((state, known) => decideCreated(state, known, made, false, this.context(step)));
    } catch (error) {
      if (brokenConstraint(error) !== 'trades_ramp_order_no') throw error;
      // Nobody's lease is needed, or ended, to say that something does not fit.
      await late((state, known) => ({
        ...decideClash(state, known, made.orderNo, this.context(step)),
        driveLease: null,
      }));
    }
  }

  recordRefused(trade: TradeRow, refusal: Refusal, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, current, context) => decideRefused(state, current, refusal, context));
  }

  /** Nothing is sent, by our own decision: the price has moved, or the provider refuses to name one. */
  recordDeclined(trade: TradeRow, refusal: Refusal, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, current, context) => decideDeclined(state, current, refusal, context));
  }

  recordNotSent(trade: TradeRow, reason: string, giveUp: boolean, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, current, context) => decideNotSent(state, current, reason, giveUp, context));
  }

  recordUnknown(trade: TradeRow, reason: string, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, current, context) => decideUnknown(state, current, reason, context));
  }

  recordGivenUp(trade: TradeRow, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (_state, current, context) => decideGiveUp(current, context));
  }

  /**
   * Commits a fresh stamp for the same trade. Only after it is certain that the provider did not act. null also when a
   * trade of the order turned out to be paid.
   */
  recordSendingAgain(trade: TradeRow, sending: Sending, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, current, context) =>
      isAnyPaid(state) ? null : decideSendAgain(state, current, sending, context),
    );
  }

  /**
   * Supersedes `trade`, the current one, by a new trade with a number of its own. null also when a trade of the order
   * turned out to be paid: nobody needs another one.
   */
  recordNextTrade(trade: TradeRow, sending: Sending, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, _current, context) =>
      isAnyPaid(state) ? null : decideNextTrade(state, sending, context),
    );
  }

  private drive(
    trade: TradeRow,
    step: DriveStep,
    decide: (state: OrderState, trade: TradeRow, context: CreateContext) => Decision | null,
  ): Promise<OrderState | null> {
    return this.writer.change(trade.merchantOrderNo, step.cause, (state) => {
      const current = currentTrade(state.trades);
      const isMine = state.order.driveLease === step.driveLease && current.tradeNo === trade.tradeNo;
      return isMine ? decide(state, current, this.context(step)) : null;
    });
  }

  private context({ driveLease, evidence }: DriveStep): CreateContext {
    const { reconcile, orders, ramp } = this.settings;
    const policy = { firstDelayMs: reconcile.firstDelayMs, watchClosedMs: orders.watchClosedMs };
    return { driveLease, evidence, policy, asksFirst: ramp.askBeforeSend, chance: Math.random() };
  }
}

const isAnyPaid = ({ trades }: OrderState): boolean => trades.some(({ status }) => isPaid(status));

const NEW_ORDER = {
  side: 'BUY',
  status: 'CREATING',
  failureCode: null,
  inReview: false,
  announcedStatus: null,
  version: 1,
  firstTradeOfRequest: 1,
} as const;
