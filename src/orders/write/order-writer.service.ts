import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Settings } from '../../platform/config/settings.js';
import { isDatabaseAway } from '../../platform/database/database-errors.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { OrderChanges } from '../changes/order-changes.js';
import type { ChangedOrder } from '../changes/order-changes.js';
import { OrderSealsService } from '../secrets/order-seals.service.js';
import { ChangeRepository } from '../storage/change.repository.js';
import type { EpochReading } from '../storage/epoch.repository.js';
import { concludeChange, stateAfter } from '../decisions/order-change.js';
import type { Decision, OrderChange } from '../decisions/order-change.js';
import { OrderRepository } from '../storage/order.repository.js';
import { chainEvents } from '../decisions/history.js';
import type { ChainEnd } from '../decisions/history.js';
import { sealOf } from '../decisions/state-seal.js';
import { redacted } from '../../platform/redaction/for-history.js';
import type {
  Cause,
  EventDraft,
  ObservedMismatch,
  OrderRow,
  OrderState,
  StateSeal,
  TradeRow,
} from '../model/order.types.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** The order that was made; or (not `isNew`) the one that has its number, null where that is in another letter case. */
export interface Reserved {
  readonly isNew: boolean;
  readonly state: OrderState | null;
  /** In which the order was reserved; null: its number belongs to an order that was removed. */
  readonly epoch: EpochReading | null;
}

/** Reads the row, decides, writes; again, as long as others are quicker. */
const ROUNDS = 8;

/**
 * The one place that writes what is believed. Each change starts from the row as it was read, applies a pure decision,
 * and holds only if the row is still so; otherwise the row is read again.
 */
@Injectable()
export class OrderWriterService {
  private readonly logger = new Logger(OrderWriterService.name);

  constructor(
    private readonly orders: OrderRepository,
    private readonly changes: ChangeRepository,
    private readonly seals: OrderSealsService,
    @Inject(Settings) private readonly settings: Pick<Settings, 'reconcile'>,
    private readonly metrics: Metrics,
    private readonly orderChanges: OrderChanges,
  ) {}

  /** The present moment by Postgres' clock. */
  now(): Promise<Date> {
    return this.orders.now();
  }

  /**
   * Writes a new order with its first trade, and `draft` as the beginning of its history, unless the number is taken. A lost
   * reply of the database is read back: the lease tells whether the reservation was ours; without one (a sale has none) the
   * salt does, which staff may have taken away.
   */
  async reserve(
    order: Omit<OrderRow, keyof ChainEnd | keyof StateSeal>,
    trade: TradeRow,
    draft: EventDraft,
    cause: Cause,
  ): Promise<Reserved> {
    const { merchantOrderNo, driveLease, secretSalt, createdAt: now } = order;
    const { seal, digest, states } = await this.seals.tools();
    const told = redacted(draft, trade.asked === null ? [] : [trade.asked], digest);
    const { events, end } = chainEvents(
      merchantOrderNo,
      { eventCount: 0, lastEventMac: null },
      [told],
      cause,
      now,
      seal,
    );
    const beside = { trades: [trade], openMismatches: [], resolvedMismatches: [] };
    const chained = { ...order, ...end };
    const made = { ...chained, ...sealOf({ order: chained, ...beside }, states.seal) };
    const reserved = { order: made, ...beside, now };
    for (let round = 1; ; round++) {
      try {
        const written = await this.changes.reserve(made, trade, events);
        if (written?.isNew === true) return { isNew: true, state: reserved, epoch: written };
        const { state } = await this.orders.find(merchantOrderNo);
        const isOurs =
          state?.order.driveLease === driveLease &&
          (driveLease !== null || isSameSalt(state.order.secretSalt, secretSalt));
        return isOurs ? { isNew: true, state: reserved, epoch: written } : { isNew: false, state, epoch: written };
      } catch (error) {
        if (!isDatabaseAway(error) || round === ROUNDS) throw error;
        await pause(round);
      }
    }
  }

  /**
   * Reads the order (or begins with it as it is `held`), decides, and writes the change if the order is still so; otherwise
   * reads again. Gives the order as this change has written it, whatever is written on top. null: the decision was that
   * there is nothing to do (any more). Throws when the database stays away, and `order_in_review` where the order is not as
   * it was sealed; `read` says whether it is changed all the same, and sealed as it is.
   */
  async change(
    merchantOrderNo: string,
    cause: Cause,
    decide: (state: OrderState) => Decision | null,
    held?: OrderState,
    read: 'find' | 'findStored' = 'find',
  ): Promise<OrderState | null> {
    const tools = await this.seals.tools();
    /** Orders as changes have written them whose commit is ambiguous, by the HMAC of the change's last entry. */
    const ambiguous = new Map<string, OrderState>();
    for (let round = 1; ; round++) {
      try {
        const isHeld = held !== undefined && round === 1;
        const { state } = isHeld
          ? { state: { ...held, now: await this.orders.now() } }
          : await this.orders[read](merchantOrderNo);
        if (state === null) return null;
        // After the order: a commit that comes in between fails the version, and is found in the next round.
        const mac = await this.orders.findEntry(merchantOrderNo, [...ambiguous.keys()]);
        const written = mac === null ? undefined : ambiguous.get(mac);
        if (written !== undefined) return written;
        const decision = decide(state);
        if (decision === null) return null;
        const change = concludeChange(state, decision, cause, tools);
        const after = stateAfter(state, change);
        if (!change.changed && change.updated.length === 0) return after;
        const entry = change.events.at(-1)?.mac.toString('hex');
        if (entry !== undefined) ambiguous.set(entry, after);
        if ((await this.apply([change])).has(merchantOrderNo)) return after;
        // Certainly not written: an entry that looks the same is somebody else's.
        if (entry !== undefined) ambiguous.delete(entry);
        if (round === ROUNDS) throw new Error('the order changes too quickly');
      } catch (error) {
        if (!isDatabaseAway(error) || round === ROUNDS) throw error;
        await pause(round);
      }
    }
  }

  /**
   * Writes a list of changes at once; gives the orders whose change held. Tells of them, once they are committed.
   * Of a list, orders that another session has locked are skipped; one that is written as `isOne` is waited for.
   */
  async apply(changes: readonly OrderChange[], isOne = changes.length === 1): Promise<Set<string>> {
    const held = await this.write(changes, isOne);
    for (const { order, opened, slippages } of changes) {
      if (!held.has(order.merchantOrderNo)) continue;
      for (const percent of slippages) this.metrics.slippage.observe(Number(percent));
      for (const mismatch of opened) this.raise(mismatch);
    }
    return held;
  }

  private async write(changes: readonly OrderChange[], isOne: boolean): Promise<Set<string>> {
    const news = changes.filter(({ order, expectedVersion }) => order.version > expectedVersion);
    try {
      const held = await this.changes.apply(changes, this.settings.reconcile.hintFloorMs, isOne);
      this.orderChanges.tell(news.filter(({ order }) => held.has(order.merchantOrderNo)).map(changeOf));
      return held;
    } catch (error) {
      // The answer is lost, the change may be committed all the same: whoever looks finds out.
      if (isDatabaseAway(error)) this.orderChanges.tell(news.map(changeOf));
      throw error;
    }
  }

  /** Crypto may go to another address, or a customer has paid twice: both are alarms. */
  private raise({ tradeNo, kind, field }: ObservedMismatch): void {
    this.metrics.mismatches.inc({ kind });
    const isAlarm = kind === 'double_payment' || (kind === 'field' && field === 'address');
    logEvent(this.logger, isAlarm ? 'mismatch_urgent' : 'mismatch_opened', { tradeNo, kind, field });
  }
}

const changeOf = ({ order }: OrderChange): ChangedOrder => ({
  merchantOrderNo: order.merchantOrderNo,
  version: order.version,
});

function pause(round: number): Promise<void> {
  return sleep(Math.min(1000, 50 * 2 ** round));
}

const isSameSalt = (one: Buffer | null, other: Buffer | null): boolean =>
  one !== null && other !== null && one.equals(other);
