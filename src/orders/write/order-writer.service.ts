import { Inject, Injectable, Logger } from '@nestjs/common';
import { Time } from '../../platform/time/time.js';
import { Settings } from '../../platform/config/settings.js';
import { allTerms } from '../../platform/terms/order-terms.js';
import { isDatabaseAway, isRolledBack } from '../../platform/database/database-errors.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { OrderChanges } from './order-changes.js';
import { OrderSealsService } from '../secrets/order-seals.service.js';
import { ChangeRepository } from '../storage/change.repository.js';
import type { ReservedRow } from '../storage/change.repository.js';
import { concludeChange, stateAfter } from '../decisions/order-change.js';
import type { Decision, OrderChange } from '../decisions/order-change.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { chainEvents } from '../decisions/history.js';
import type { ChainEnd } from '../decisions/history.js';
import { withProofs } from '../decisions/proofs.js';
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

/** The new order; or (`isNew` false) the one with this number, null if it differs in letter case, or the number is doubted. */
export interface Reserved {
  readonly isNew: boolean;
  readonly state: OrderState | null;
  /** The epoch of the reservation; null: the number belongs to a removed order. */
  readonly epoch: ReservedRow | null;
}

const ROUNDS = 8;

/** Others changed the order in each round. */
export class ChangesTooQuickly extends Problem {
  constructor(cause?: unknown) {
    super('unavailable', PROBLEM_TEXTS.orderBusy, { retryAfter: 1 });
    this.cause = cause;
  }
}

/** The only writer of order state: a pure decision on the row as read, which holds only if the row is unchanged. */
@Injectable()
export class OrderWriterService {
  private readonly logger = new Logger(OrderWriterService.name);

  constructor(
    private readonly orders: StoredOrders,
    private readonly changes: ChangeRepository,
    private readonly seals: OrderSealsService,
    @Inject(Settings) private readonly settings: Pick<Settings, 'reconcile'>,
    private readonly metrics: Metrics,
    private readonly orderChanges: OrderChanges,
    private readonly time: Time,
  ) {}

  /** After a lost reply the row's lease shows whether it is ours; a sale has none and uses the salt. */
  async reserve(
    order: Omit<OrderRow, keyof ChainEnd | keyof StateSeal>,
    trade: TradeRow,
    draft: EventDraft,
    cause: Cause,
  ): Promise<Reserved> {
    const { merchantOrderNo, attemptLease, secretSalt, createdAt: now } = order;
    const { seal, digest, states } = await this.seals.tools();
    const redactedDraft = redacted(withProofs(draft, order, [trade], digest), [allTerms(trade.asked)], digest);
    const { events, end } = chainEvents(
      merchantOrderNo,
      { eventCount: 0, lastEventMac: null },
      [redactedDraft],
      cause,
      now,
      seal,
    );
    const beside = { trades: [trade], openMismatches: [], resolvedMismatches: [] };
    const chained = { ...order, ...end };
    const sealed = { ...chained, ...sealOf({ order: chained, ...beside }, states.seal) };
    const reserved = { order: sealed, ...beside, now };
    for (let round = 1; ; round++) {
      try {
        const written = await this.changes.reserve(sealed, trade, events);
        if (written?.isNew === true) return { isNew: true, state: reserved, epoch: written };
        const { state } = await this.orders.find(merchantOrderNo);
        const isOurs =
          state?.order.attemptLease === attemptLease &&
          (attemptLease !== null || isSameSalt(state.order.secretSalt, secretSalt));
        return isOurs ? { isNew: true, state: reserved, epoch: written } : { isNew: false, state, epoch: written };
      } catch (error) {
        if (!isDatabaseAway(error) || round === ROUNDS) throw error;
        await this.pause(round);
      }
    }
  }

  /**
   * Decides and writes if the order is unchanged, otherwise reads again. null: nothing was decided. Throws
   * `order_in_review` if the order does not match its seal. `copy`: read before. `isStored`: as it is stored, even altered;
   * an outage is left to the caller.
   */
  async change(
    merchantOrderNo: string,
    cause: Cause,
    decide: (state: OrderState) => Decision | null,
    { copy, isStored = false }: { readonly copy?: OrderState | undefined; readonly isStored?: boolean } = {},
  ): Promise<OrderState | null> {
    const tools = await this.seals.tools();
    /** States whose commit is ambiguous, by the HMAC of their last history entry. */
    const ambiguous = new Map<string, OrderState>();
    let outage: unknown;
    for (let round = 1; ; round++) {
      try {
        const { state } =
          copy !== undefined && round === 1
            ? { state: { ...copy, now: await this.orders.now() } }
            : await (isStored ? this.orders.findStored(merchantOrderNo) : this.orders.find(merchantOrderNo));
        if (state === null) return null;
        // After reading the order: a commit in between fails the version check and is found in the next round.
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
        if (await this.apply(change)) return after;
        // The version check failed, so this MAC is not ours.
        if (entry !== undefined) ambiguous.delete(entry);
        if (round === ROUNDS) throw new ChangesTooQuickly(outage);
      } catch (error) {
        if (isStored || !isDatabaseAway(error) || round === ROUNDS) throw error;
        outage = error;
        await this.pause(round);
      }
    }
  }

  /** Announces after the commit. false: the order has changed meanwhile, or a lease was lost. */
  async apply(change: OrderChange): Promise<boolean> {
    const { order, expectedVersion, changedOfOrder, erases, slippages } = change;
    const announce = (): void => {
      const { merchantOrderNo, version } = order;
      if (version > expectedVersion) this.orderChanges.announce([{ merchantOrderNo, version }]);
    };
    let isWritten: boolean;
    try {
      isWritten = await this.changes.apply(change, this.settings.reconcile.hintFloorMs);
    } catch (error) {
      // The reply is lost but the change may be committed: readers look it up.
      if (isDatabaseAway(error)) announce();
      // Nobody opens it again: an alarm too many is better than none.
      if (isDatabaseAway(error) && !isRolledBack(error)) this.raiseAll(change);
      throw error;
    }
    if (!isWritten) return false;
    announce();
    if (changedOfOrder.includes('status') && !erases) this.count(order);
    for (const percent of slippages) this.metrics.slippage.observe(Number(percent));
    this.raiseAll(change);
    return true;
  }

  private count({ side, status, createdAt, updatedAt }: OrderRow): void {
    this.metrics.orderStatuses.inc({ side, status });
    if (status !== 'COMPLETED') return;
    this.metrics.orderCompletion.observe({ side }, (updatedAt.getTime() - createdAt.getTime()) / 1000);
  }

  private pause(round: number): Promise<void> {
    return this.time.sleep(Math.min(1000, 50 * 2 ** round));
  }

  private raiseAll({ opened }: OrderChange): void {
    for (const mismatch of opened) this.raise(mismatch);
  }

  /** Logged as urgent: crypto may go to the wrong address, or a customer has paid twice. */
  private raise({ tradeNo, kind, field }: ObservedMismatch): void {
    this.metrics.mismatches.inc({ kind });
    const isAlarm = kind === 'double_payment' || (kind === 'field' && field === 'address');
    logEvent(this.logger, isAlarm ? 'mismatch_urgent' : 'mismatch_opened', { tradeNo, kind, field });
  }
}

const isSameSalt = (one: Buffer | null, other: Buffer | null): boolean =>
  one !== null && other !== null && one.equals(other);
