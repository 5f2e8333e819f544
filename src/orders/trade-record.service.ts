import { Injectable } from '@nestjs/common';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Settings } from '../config/settings.js';
import { brokenConstraint, isDatabaseAway } from '../database/database-errors.js';
import { KeysService } from '../keys/keys.service.js';
import type { CreatedTrade } from '../ramp/ramp.types.js';
import { Metrics } from '../telemetry/metrics.js';
import { ChangeRepository } from './change.repository.js';
import {
  decideClash,
  decideCreated,
  decideGiveUp,
  decideNextTrade,
  decideNotSent,
  decideRefused,
  decideSendAgain,
  decideUnknown,
  newTrade,
  reservedData,
} from './decide-create.js';
import type { CreateContext } from './decide-create.js';
import { currentTrade } from './fold.js';
import { chainEvents } from './history.js';
import type { Seal } from './history.js';
import { concludeChange } from './order-change.js';
import type { ChangeTools, Decision } from './order-change.js';
import { OrderRepository } from './order.repository.js';
import type { Asked, Cause, OrderRow, OrderState, Refusal, Sending, TradeRow } from './order.types.js';
import { WatchRepository } from './watch.repository.js';

/** Who makes a trade, under which lease, and what it was that was sent and seen. */
export interface DriveStep {
  readonly driveLease: string;
  readonly cause: Cause;
  /** Masked; null where nothing was sent. */
  readonly evidence: unknown;
}

export interface Reservation {
  readonly merchantOrderNo: string;
  readonly caller: string;
  readonly customerId: string | null;
  readonly asked: Asked;
  /** Milliseconds since 1970; signs the create request that follows. */
  readonly stamp: number;
  readonly driveLease: string;
  readonly leaseMs: number;
  readonly patienceMs: number;
  /** The present moment by Postgres' clock: the lease and the patience begin with it. */
  readonly now: Date;
  readonly cause: Cause;
}

/** Reads the row, decides, writes; again, as long as others are quicker. */
const ROUNDS = 8;

/**
 * The one place that writes what is believed of a trade while it is being made. Each change starts from the row as it
 * was read and holds only if it is still so.
 */
@Injectable()
export class TradeRecordService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly changes: ChangeRepository,
    private readonly watches: WatchRepository,
    private readonly keys: KeysService,
    private readonly settings: Settings,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Reserves the number and the first trade, with the stamp of the request that follows, before anything is sent.
   * null: the number is taken. A lost reply of the database is read back: the lease tells whether it was ours.
   */
  async reserve(reservation: Reservation): Promise<OrderState | null> {
    const { seal } = await this.tools();
    const { now, asked, stamp, cause, leaseMs, patienceMs, ...given } = reservation;
    const trade = newTrade(given.merchantOrderNo, 1, asked, stamp, now);
    const draft = { tradeNo: trade.tradeNo, kind: 'reserved' as const, data: reservedData(trade) };
    const start = { eventCount: 0, lastEventMac: null };
    const { events, end } = chainEvents(given.merchantOrderNo, start, [draft], cause, now, seal);
    const order: OrderRow = {
      ...NEW_ORDER,
      ...given,
      ...asked,
      ...end,
      driveUntil: new Date(now.getTime() + leaseMs),
      drivePatienceUntil: new Date(now.getTime() + patienceMs),
      secretSalt: randomBytes(16),
      createdAt: now,
      updatedAt: now,
    };
    for (let round = 1; ; round++) {
      try {
        if (await this.changes.reserve(order, trade, events)) {
          return { order, trades: [trade], openMismatches: [], now };
        }
        const { state } = await this.orders.find(given.merchantOrderNo);
        return state?.order.driveLease === given.driveLease ? state : null;
      } catch (error) {
        if (!isDatabaseAway(error) || round === ROUNDS) throw error;
        await pause(round);
      }
    }
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
    return this.watches.takeDrive(merchantOrderNo, driveLease, leaseMs, when);
  }

  /** Orders whose newest trade has no outcome and whose driver is gone; each is now driven under one of `leases`. */
  claimDrives(leases: readonly string[], leaseMs: number): Promise<{ merchantOrderNo: string; driveLease: string }[]> {
    return this.watches.claimDrives(leases, leaseMs);
  }

  /** Lets the next driver take over after `delayMs`; null: nobody has to. */
  releaseDrive(merchantOrderNo: string, driveLease: string, delayMs: number | null): Promise<void> {
    return this.watches.releaseDrive(merchantOrderNo, driveLease, delayMs);
  }

  /**
   * The provider made the trade. null: the lease was lost meanwhile; then only the provider's number is kept, so that
   * no `payUrl` but the current trade's is ever handed out.
   */
  async recordCreated(trade: TradeRow, made: CreatedTrade, step: DriveStep): Promise<OrderState | null> {
    try {
      const mine = await this.drive(trade, step, (state, now, context) =>
        decideCreated(state, now, made, true, context),
      );
      if (mine !== null) return mine;
    } catch (error) {
      if (brokenConstraint(error) !== 'trades_ramp_order_no') throw error;
      await this.drive(trade, step, (state, now, context) => decideClash(state, now, made.orderNo, context));
      return null;
    }
    await this.change(trade.merchantOrderNo, step.cause, (state) => {
      const known = state.trades.find(({ tradeNo }) => tradeNo === trade.tradeNo);
      if (known === undefined || known.orderNo !== null) return null;
      return decideCreated(state, known, made, false, this.context(step));
    });
    return null;
  }

  recordRefused(trade: TradeRow, refusal: Refusal, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, now, context) => decideRefused(state, now, refusal, context));
  }

  recordNotSent(trade: TradeRow, reason: string, giveUp: boolean, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, now, context) => decideNotSent(state, now, reason, giveUp, context));
  }

  recordUnknown(trade: TradeRow, reason: string, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, now, context) => decideUnknown(state, now, reason, context));
  }

  recordGivenUp(trade: TradeRow, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (_state, now, context) => decideGiveUp(now, context));
  }

  /** Commits a fresh stamp for the same trade. Only after it is certain that the provider did not act. */
  recordSendingAgain(trade: TradeRow, sending: Sending, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, now, context) => decideSendAgain(state, now, sending, context));
  }

  /** Supersedes `trade`, the current one, by a new trade with a number of its own. */
  recordNextTrade(trade: TradeRow, sending: Sending, step: DriveStep): Promise<OrderState | null> {
    return this.drive(trade, step, (state, _now, context) => decideNextTrade(state, sending, context));
  }

  /** Something says "look again" at this trade: it is due now, or as soon as the floor lets it. false: no such trade. */
  hintTrade(tradeNo: string, hintCause: string): Promise<boolean> {
    return this.watches.hint(tradeNo, hintCause, this.settings.reconcile.hintFloorMs);
  }

  /**
   * Reads the order, decides, and writes the change if the order is still as it was read; otherwise reads again.
   * null: the decision was that there is nothing to do (any more). Throws when the database stays away.
   */
  async change(
    merchantOrderNo: string,
    cause: Cause,
    decide: (state: OrderState) => Decision | null,
  ): Promise<OrderState | null> {
    const tools = await this.tools();
    const written = new Set<string>();
    for (let round = 1; ; round++) {
      try {
        const { state } = await this.orders.find(merchantOrderNo);
        if (state === null) return null;
        // An ambiguous commit of an earlier round, read back; somebody may have written on top of it since.
        if (written.size > 0 && (await this.orders.hasEntry(merchantOrderNo, [...written]))) return state;
        const decision = decide(state);
        if (decision === null) return null;
        const change = concludeChange(state, decision, cause, tools);
        const mac = change.order.lastEventMac?.toString('hex') ?? '';
        if (change.changed) written.add(mac);
        const held = await this.changes.apply([change], this.settings.reconcile.hintFloorMs);
        if (held.has(merchantOrderNo)) {
          for (const { kind } of change.opened) this.metrics.mismatches.inc({ kind });
          return (await this.orders.find(merchantOrderNo)).state;
        }
        // Certainly not written: an entry that looks the same is somebody else's.
        written.delete(mac);
        if (round === ROUNDS) throw new Error('the order changes too quickly');
      } catch (error) {
        if (!isDatabaseAway(error) || round === ROUNDS) throw error;
        await pause(round);
      }
    }
  }

  async tools(): Promise<ChangeTools> {
    const ring = await this.keys.ring();
    const seal: Seal = (text) => {
      const mac = ring.mac('history', text);
      if (mac === null) throw new Error('there is no key for the history');
      return { keyId: ring.newestId, mac };
    };
    return { seal, newId: randomUUID };
  }

  private drive(
    trade: TradeRow,
    step: DriveStep,
    decide: (state: OrderState, trade: TradeRow, context: CreateContext) => Decision,
  ): Promise<OrderState | null> {
    return this.change(trade.merchantOrderNo, step.cause, (state) => {
      const current = currentTrade(state.trades);
      const isMine = state.order.driveLease === step.driveLease && current.tradeNo === trade.tradeNo;
      return isMine ? decide(state, current, this.context(step)) : null;
    });
  }

  private context({ driveLease, evidence }: DriveStep): CreateContext {
    const { reconcile, orders } = this.settings;
    const policy = { firstDelayMs: reconcile.firstDelayMs, watchClosedMs: orders.watchClosedMs };
    return { driveLease, evidence, policy, chance: Math.random() };
  }
}

const NEW_ORDER = {
  side: 'BUY',
  status: 'CREATING',
  failureCode: null,
  inReview: false,
  announcedStatus: null,
  version: 1,
  firstTradeOfRequest: 1,
} as const;

function pause(round: number): Promise<void> {
  return sleep(Math.min(1000, 50 * 2 ** round));
}
