import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { AskFirstService } from '../orders/ask/ask-first.service.js';
import type { FirstAnswer } from '../orders/ask/ask-first.service.js';
import type { MakingEvent } from '../orders/model/making-event.types.js';
import { isFull } from '../orders/decisions/offers.js';
import { currentTrade } from '../orders/model/fold.js';
import type { Asked, OrderState, Sending } from '../orders/model/order.types.js';
import { CallbackAddressService } from '../orders/secrets/callback-address.service.js';
import { TradeRecordService } from '../orders/write/trade-record.service.js';
import type { DriveStep } from '../orders/write/trade-record.service.js';
import { Settings } from '../platform/config/settings.js';
import { Clock } from '../platform/time/time.js';
import { withoutRequestTime } from '../platform/time/request-time.js';
import { within } from '../platform/time/promises.js';
import { logEvent } from '../platform/telemetry/log-events.js';
import { currentTraceId } from '../platform/telemetry/trace-context.js';
import type { RampFailure, RampNotSent } from '../ramp/port/ramp.errors.js';
import { RampGateway } from '../ramp/port/ramp.gateway.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { ProviderState } from '../ramp/provider/provider-state.js';
import { ChecksService } from './checks.service.js';
import type { Drive, DriveEnd, Step, Turn } from './drive.types.js';
import { Lease } from './lease.js';
import {
  afterLeftUnsent,
  afterNotSent,
  afterPriceUnknown,
  afterUnknown,
  driveFacts,
  eventOf,
  nextStep,
} from './next-step.js';
import type { DriveFacts } from './next-step.js';
import { hasNoOutcome, isCommitted } from './outcome.js';
import type { PriceNow } from './price.js';
import { askedOf, tradeRequest } from './trade-request.js';

const PRICE_UNKNOWN = { kind: 'unknown' } as const;
const LEASE_LOST = { kind: 'lost' } as const;

/**
 * The attempt runner: creates trades for one order until one is created, one is refused, or no further attempt is allowed.
 * Each request is committed before it is sent, each answer is recorded before the next step, and a record is written only
 * while the lease holds.
 */
@Injectable()
export class DriveService implements OnModuleDestroy {
  private readonly logger = new Logger(DriveService.name);
  private stopping = false;

  constructor(
    private readonly ramp: RampGateway,
    private readonly provider: ProviderState,
    private readonly tradeRecord: TradeRecordService,
    private readonly checks: ChecksService,
    private readonly addresses: CallbackAddressService,
    private readonly first: AskFirstService,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Starts no further request: the next runner continues. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  newLease(): Lease {
    return Lease.begin(this.settings.ramp.timeoutMs, this.clock);
  }

  /** A fresh timestamp under a renewed lease, for a request that is about to be committed. */
  sending(lease: Lease, asked: Asked, anew: Sending['anew'] = null): Sending {
    lease.renew();
    return { stamp: this.ramp.stampNow(), asked, leaseMs: lease.durationMs, anew };
  }

  step({ lease, cause: kind }: Pick<Drive, 'lease' | 'cause'>, evidence: unknown = null): DriveStep {
    const traceId = currentTraceId();
    return { driveLease: lease.id, cause: { kind, ...(traceId === null ? {} : { traceId }) }, evidence };
  }

  /**
   * Fetches the access token before the request is committed, so that nothing delays sending after the timestamp. Returns a
   * failure only if the caller must name the customer; other token failures are recorded when the request is sent.
   */
  async prepare(customer: TradeCustomer): Promise<RampNotSent | null> {
    const unready = await this.ramp.prepareTrade(customer);
    return unready?.reason === 'no_customer_email' || unready?.reason === 'no_customer_id' ? unready : null;
  }

  /** Sends the current trade, which this runner has just committed with `stamp`, and continues from there. */
  driveReserved(drive: Drive, stamp: number): Promise<DriveEnd> {
    return this.drive(drive, {
      state: drive.state,
      sendsInARow: 1,
      failure: null,
      step: firstStep(drive.state, stamp),
    });
  }

  async driveLeftBehind(drive: Drive): Promise<DriveEnd> {
    const { state } = drive;
    const { outcome } = currentTrade(state.trades);
    // An in-flight trade is not polled until it is marked unknown, so mark it in any case.
    if (!hasNoOutcome(state) && outcome !== 'in_flight') return this.leave(drive, null, { kind: 'left' });
    const turn = { sendsInARow: 0, failure: null };
    if (outcome !== 'in_flight') {
      const after = outcome === 'not_sent' ? afterLeftUnsent : afterUnknown;
      return this.drive(drive, { ...turn, state, step: after(this.facts(drive, state, 0)) });
    }
    // The runner died between committing the request and recording its answer, so the outcome is unknown.
    const known = await this.record(drive, state, { kind: 'unknown', reason: 'the driver is gone' });
    if (known === null) return LEASE_LOST;
    return this.drive(drive, { ...turn, state: known, step: afterUnknown(this.facts(drive, known, 0)) });
  }

  /** Detached from the request: the attempt continues after the response. */
  private drive(drive: Drive, first: Turn): Promise<DriveEnd> {
    return withoutRequestTime(async () => {
      let turn: Turn | DriveEnd = first;
      while (!('kind' in turn)) turn = await this.take(drive, turn);
      return turn;
    });
  }

  private async take(drive: Drive, turn: Turn): Promise<Turn | DriveEnd> {
    const { state, failure } = turn;
    const step = this.stopping ? unlessBegun(turn.step) : turn.step;
    switch (step.do) {
      case 'commit':
        return this.commit(drive, turn);
      case 'send':
        return this.send(drive, turn, step.stamp);
      case 'send_again':
        await sleep(step.delayMs);
        return { ...turn, step: { do: 'commit' }, sendsInARow: turn.sendsInARow + 1 };
      case 'next_trade':
        await sleep(step.delayMs);
        return this.nextTrade(drive, turn);
      case 'refuse':
        return failure === null ? { kind: 'left' } : { kind: 'refused', failure, fiat: state.order.fiat };
      case 'leave':
        return this.leave(drive, step.delayMs, { kind: 'left' });
      case 'hand_over':
        return this.leave(drive, 0, LEASE_LOST);
      case 'give_up':
        await this.giveUp(drive, state, failure);
        return { kind: 'given_up', failure };
    }
  }

  /**
   * Commits the request of the current, unsent trade, unless the provider already has its number. If the customer was shown
   * a price, checks it here, under the lease, so that concurrent requests share one quote.
   */
  private async commit(drive: Drive, turn: Turn): Promise<Turn | DriveEnd> {
    const { state, sendsInARow } = turn;
    const trade = currentTrade(state.trades);
    // Before the timestamp, which a slow token response would age. Without a token nothing is started.
    const unready = await this.ramp.prepareTrade(drive.customer);
    const heldBack = (failure: RampNotSent): Turn => {
      const step = afterNotSent(failure.reason, this.facts(drive, state, sendsInARow));
      return { ...turn, step, failure };
    };
    if (unready !== null) return heldBack(unready);
    const epoch = this.first.epochToAskIn;
    // Bounded by half the lease: a longer wait would lose it before the commit, and for the next runner too.
    const checked = await within(drive.lease.durationMs / 2, this.lookFirst(drive, turn), PRICE_UNKNOWN);
    if (checked.kind === 'known') return this.leave(drive, null, { kind: 'created', state: checked.state });
    if (checked.kind === 'declined') {
      logEvent(this.logger, 'trade_not_sent', { tradeNo: trade.tradeNo, problem: checked.refusal.problem });
      const after = await this.record(drive, state, { kind: 'declined', refusal: checked.refusal });
      return after === null ? this.leave(drive, null, LEASE_LOST) : { kind: 'declined', state: after };
    }
    if (checked.kind === 'doubted') {
      logEvent(this.logger, 'trade_not_sent', { tradeNo: trade.tradeNo, problem: checked.failure.reason });
      return heldBack(checked.failure);
    }
    if (this.stopping) return { ...turn, failure: null, step: { do: 'leave', delayMs: 0 } };
    if (checked.kind === 'unknown') {
      return { ...turn, failure: null, step: afterPriceUnknown(this.facts(drive, state, 0)) };
    }
    const sending = this.sending(drive.lease, askedOf(trade));
    const evidence = checked.quote === null ? null : { quote: checked.quote };
    const committed = await this.record(drive, state, { kind: 'send_again', sending }, evidence);
    if (committed === null) return this.leave(drive, null, LEASE_LOST);
    return { ...turn, state: committed, lookedUpIn: epoch, failure: null, step: { do: 'send', stamp: sending.stamp } };
  }

  /** Looks the number up at the provider if needed, then the price. */
  private async lookFirst(
    drive: Drive,
    { state, lookedUpIn }: Turn,
  ): Promise<Exclude<FirstAnswer, { kind: 'free' }> | PriceNow> {
    const trade = currentTrade(state.trades);
    const isFree = lookedUpIn !== undefined && lookedUpIn === this.first.epochToAskIn;
    const found = isFree ? ({ kind: 'free' } as const) : await this.first.ask(state, trade, this.step(drive).cause);
    return found.kind === 'free' ? this.checks.priceNow(trade, askedOf(trade)) : found;
  }

  /** Sends the current trade if it equals what was committed with `stamp`, and records the answer. */
  private async send(drive: Drive, turn: Turn, stamp: number): Promise<Turn | DriveEnd> {
    const { state, sendsInARow } = turn;
    const trade = currentTrade(state.trades);
    const { tradeNo } = trade;
    if (!isCommitted(state, drive.lease.id, stamp)) {
      logEvent(this.logger, 'trade_differs_from_stored', { tradeNo });
      return LEASE_LOST;
    }
    const epoch = this.first.epochToAskIn;
    if (epoch !== null && turn.lookedUpIn !== epoch) {
      const reason = 'the database may have lost commits: the number is looked up first';
      const unsent = await this.record(drive, state, { kind: 'not_sent', reason, givesUp: false });
      return unsent === null ? LEASE_LOST : { ...turn, state: unsent, step: { do: 'commit' } };
    }
    const request = tradeRequest(trade, await this.addresses.addressFor(tradeNo));
    const result = await this.ramp.createTrade(request, drive.customer, () => drive.lease.maySend());
    const returnCode = result.kind === 'refused' ? result.returnCode : undefined;
    logEvent(this.logger, 'trade_requested', { tradeNo, result: result.kind, returnCode });
    if (result.kind === 'answered') {
      const made = await this.record(drive, state, { kind: 'created', made: result.value }, result.evidence);
      if (made === null) return LEASE_LOST;
      if (result.value.payUrl !== null) return { kind: 'created', state: made };
      return { state: made, sendsInARow: 0, failure: null, step: afterUnknown(this.facts(drive, made, 0)) };
    }
    const step = nextStep(result, this.facts(drive, state, sendsInARow));
    const after = await this.record(drive, state, eventOf(result, step), result.evidence);
    return after === null ? LEASE_LOST : { ...turn, state: after, step, failure: result };
  }

  private async nextTrade(drive: Drive, turn: Turn): Promise<Turn | DriveEnd> {
    const { state, sendsInARow } = turn;
    // Commit without a token too: a later request can supply one.
    await this.ramp.prepareTrade(drive.customer);
    // The provider may have gone down meanwhile.
    const still = afterUnknown(this.facts(drive, state, sendsInARow));
    if (still.do !== 'next_trade') return { ...turn, step: still };
    const sending = this.sending(drive.lease, askedOf(currentTrade(state.trades)));
    const next = await this.record(drive, state, { kind: 'next_trade', sending });
    if (next === null) return this.leave(drive, null, LEASE_LOST);
    return { state: next, sendsInARow: 1, failure: null, step: firstStep(next, sending.stamp) };
  }

  private async giveUp(drive: Drive, state: OrderState, failure: RampFailure | null): Promise<void> {
    const { outcome, status } = currentTrade(state.trades);
    if (outcome === 'unknown' || outcome === 'created') await this.record(drive, state, { kind: 'given_up' });
    else if (status === 'CREATING') {
      const reason = failure?.kind === 'not_sent' ? failure.detail : 'nobody goes on trying';
      await this.record(drive, state, { kind: 'not_sent', reason, givesUp: true });
    }
  }

  /** Returns the recorded order. null: another runner holds the lease, or a poll found a paid trade. */
  private record(
    drive: Drive,
    state: OrderState,
    event: MakingEvent,
    evidence: unknown = null,
  ): Promise<OrderState | null> {
    return this.tradeRecord.record(currentTrade(state.trades), event, this.step(drive, evidence), state);
  }

  /** Releases the lease; the next runner may start after `delayMs`. null: none is needed. */
  private async leave({ state, lease }: Drive, delayMs: number | null, end: DriveEnd): Promise<DriveEnd> {
    await this.tradeRecord.releaseDrive(state.order.merchantOrderNo, lease.id, delayMs);
    return end;
  }

  private facts({ callerWaits }: Drive, state: OrderState, sendsInARow: number): DriveFacts {
    const [providerAway, createsTimeOut] = [this.provider.isAway(), this.provider.createsTimeOut()];
    const processFacts = {
      sendsInARow,
      callerWaits,
      providerAway,
      createsTimeOut,
      isFull: isFull(state, this.settings.orders),
    };
    return driveFacts(state, processFacts);
  }
}

/** Sends at once unless the trade waits for a price check or a lookup of its number. */
function firstStep({ trades }: OrderState, stamp: number): Step {
  return currentTrade(trades).outcome === 'not_sent' ? { do: 'commit' } : { do: 'send', stamp };
}

function unlessBegun(step: Step): Step {
  return step.do === 'send_again' || step.do === 'next_trade' ? { do: 'leave', delayMs: step.delayMs } : step;
}
