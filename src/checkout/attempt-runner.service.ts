import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import { LookUpService } from '../orders/ask/look-up.service.js';
import type {
  OrderTerms,
  Cause,
  AttemptEvent,
  OrderRow,
  OrderState,
  Reservation,
  Sending,
  TradeRefusal,
} from '../orders/model/order.types.js';
import { isFull } from '../orders/decisions/offers.js';
import { currentTrade, termsOf } from '../orders/model/fold.js';
import { CallbackAddressService } from '../orders/secrets/callback-address.service.js';
import { CustomerEmailService } from '../orders/secrets/customer-email.service.js';
import { AttemptLeases } from '../orders/write/attempt-leases.service.js';
import { AttemptRecorder } from '../orders/write/attempt-recorder.service.js';
import { Settings } from '../platform/config/settings.js';
import { Time } from '../platform/time/time.js';
import { withoutRequestTime } from '../platform/time/request-time.js';
import { within } from '../platform/time/promises.js';
import { logEvent } from '../platform/telemetry/log-events.js';
import type { RampFailure } from '../ramp/port/ramp.errors.js';
import { RampGateway } from '../ramp/port/ramp.gateway.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { ProviderState } from '../ramp/provider/provider-state.js';
import { ChecksService } from './checks.service.js';
import { Lease } from './lease.js';
import {
  afterLeftUnsent,
  afterLookUp,
  afterNotSent,
  afterPriceUnknown,
  afterUnknown,
  attemptFacts,
  eventOf,
  nextAction,
} from './next-action.js';
import type { AttemptFacts, Next, NextAction } from './next-action.js';
import { conflict, isBeingCreated, nothingMade } from './stored-order.js';
import { askedOf, tradeRequest } from './trade-request.js';
import { Chance } from '../platform/chance.js';
import { causeOf } from '../orders/model/cause.js';

/** The order as last recorded under the lease, and for whom its trades are created. */
export interface Attempt {
  readonly state: OrderState;
  readonly lease: Lease;
  readonly customer: TradeCustomer;
  readonly callerWaits: boolean;
  readonly cause: Cause['kind'];
  /** The actor; undefined: the service continues by itself. */
  readonly by?: string | undefined;
}

/** Goes on after the response. */
export interface Running {
  readonly kind: 'begun';
  readonly order: OrderRow;
  readonly end: Promise<AttemptEnd>;
}

type NewOrder = Pick<Reservation, 'merchantOrderNo' | 'caller' | 'guestBlock' | 'metadata' | 'asked' | 'shown'>;

/** `declined`: not sent, the trade holds the reason; `lost`: another process holds the lease; `left`: the worker continues. */
export type AttemptEnd =
  | { readonly kind: 'created' | 'declined'; readonly state: OrderState }
  | { readonly kind: 'refused'; readonly failure: RampFailure; readonly fiat: string | null }
  | { readonly kind: 'given_up'; readonly failure: RampFailure | null }
  | { readonly kind: 'left' | 'lost' };

/** `send`: what was committed with `stamp`. */
type Action = NextAction | { readonly do: 'send'; readonly stamp: number };

/** An attempt, and what the loop does with it next. */
interface Iteration extends Attempt {
  readonly action: Action;
  readonly sendsInARow: number;
  /** The database epoch, null: without doubt, in which the current trade was looked up; absent: it was not. */
  readonly lookedUpIn?: string | null | undefined;
  readonly failure: RampFailure | null;
}

/** No answer within half of the lease: a longer wait would lose it before the commit, and for the next runner too. */
const UNKNOWN = { kind: 'unknown' } as const;
const LEASE_LOST = { kind: 'lost' } as const;

/**
 * A purchase from its reservation to its page: creates trades until one is created, one is refused, or no attempt is
 * allowed. Each request is committed before it is sent, each answer recorded before the next action, and only while the
 * lease holds.
 */
@Injectable()
export class AttemptRunner implements OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(AttemptRunner.name);
  private readonly running = new Set<Promise<unknown>>();
  private stopping = false;

  constructor(
    private readonly ramp: RampGateway,
    private readonly provider: ProviderState,
    private readonly recorder: AttemptRecorder,
    private readonly leases: AttemptLeases,
    private readonly checks: ChecksService,
    private readonly addresses: CallbackAddressService,
    private readonly emails: CustomerEmailService,
    private readonly lookUps: LookUpService,
    private readonly settings: Settings,
    private readonly time: Time,
    private readonly chance: Chance,
  ) {}

  onModuleDestroy(): void {
    this.stopping = true;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  newLease(): Lease {
    return new Lease(this.settings.ramp.timeoutMs, this.time, this.chance.uuid());
  }

  /** Commits a new order with the request of its first trade; or returns the order that has the number. */
  async reserve(
    order: NewOrder,
    customer: TradeCustomer,
    by: string,
  ): Promise<Running | { readonly kind: 'taken'; readonly state: OrderState }> {
    const { merchantOrderNo } = order;
    if (this.stopping) throw nothingMade(merchantOrderNo);
    const kept = await this.emails.seal(merchantOrderNo, customer.email);
    const lease = this.newLease();
    const stamp = this.ramp.timestampNow();
    const { isNew, state } = await this.recorder.reserve({
      ...order,
      ...kept,
      customerId: customer.id,
      stamp,
      attemptLease: lease.id,
      leaseMs: lease.durationMs,
      patienceMs: this.settings.checkout.patienceMs,
      cause: causeOf('checkout', by),
    });
    // The number is taken in another letter case.
    if (state === null) throw conflict();
    if (!isNew) return { kind: 'taken', state };
    const attempt = { state, lease, customer, callerWaits: true, cause: 'checkout', by } as const;
    return this.keep(state, this.sendReserved(attempt, stamp));
  }

  /** Commits a new request of an existing order. null: the lease was lost, or a trade turned out to be paid. */
  async begin(
    attempt: Attempt,
    kind: 'send_again' | 'next_trade',
    asked: OrderTerms,
    newRequest: Sending['newRequest'],
  ): Promise<Running | null> {
    const sending = this.newSending(attempt.lease, asked, newRequest);
    const state = await this.record(attempt, { kind, sending });
    return state && this.keep(state, this.sendReserved({ ...attempt, state }, sending.stamp));
  }

  /** A process that stops waits for its end. */
  keep({ order }: OrderState, end: Promise<AttemptEnd>): Running {
    const ended = end.catch((error: unknown) => {
      logEvent(this.logger, 'trade_creation_failed', { err: error });
    });
    this.running.add(ended);
    void ended.finally(() => this.running.delete(ended));
    return { kind: 'begun', order, end };
  }

  /** Sends the current trade, which was just committed with `stamp`. */
  sendReserved(attempt: Attempt, stamp: number): Promise<AttemptEnd> {
    return this.run({ ...attempt, sendsInARow: 1, failure: null, action: this.committed(attempt.state, stamp) });
  }

  /** Continues where a runner stopped that is gone. */
  async resume(attempt: Attempt): Promise<AttemptEnd> {
    const { outcome, status } = currentTrade(attempt.state.trades);
    const isInFlight = outcome === 'in_flight';
    if (!isBeingCreated(attempt.state) && !isInFlight) {
      if (outcome === 'not_sent' && status === 'CREATING') await this.giveUp(attempt, null);
      return this.leave(attempt, null, { kind: 'left' });
    }
    // The runner died before it recorded the answer. The trade is polled only once it is unknown.
    const event = { kind: 'unknown', reason: 'the runner is gone' } as const;
    const state = isInFlight ? await this.record(attempt, event) : attempt.state;
    if (state === null) return LEASE_LOST;
    const left = { ...attempt, state, sendsInARow: 0, failure: null };
    const action: NextAction =
      outcome === 'not_sent' ? afterLeftUnsent(this.facts(left)) : { do: 'look_up', before: 'next_trade' };
    return this.run({ ...left, action });
  }

  /** Detached from the request: the attempt continues after the response. */
  private run(first: Iteration): Promise<AttemptEnd> {
    return withoutRequestTime(async () => {
      let next: Iteration | AttemptEnd = first;
      while (!('kind' in next)) next = await this.act(next);
      return next;
    });
  }

  private async act(now: Iteration): Promise<Iteration | AttemptEnd> {
    const { state, failure, sendsInARow } = now;
    const action = this.stopping ? unlessBegun(now.action) : now.action;
    switch (action.do) {
      case 'look_up':
        return this.lookUp(now, action.before);
      case 'commit':
        return this.commit(now);
      case 'send':
        return this.send(now, action.stamp);
      case 'send_again':
        await this.time.sleep(action.delayMs);
        return { ...now, action: { do: 'look_up', before: 'send' }, sendsInARow: sendsInARow + 1 };
      case 'next_trade':
        await this.time.sleep(action.delayMs);
        return this.nextTrade(now);
      case 'refuse':
        return failure === null ? { kind: 'left' } : { kind: 'refused', failure, fiat: termsOf(state.trades).fiat };
      case 'leave':
        return this.leave(now, action.delayMs, { kind: 'left' });
      case 'hand_over':
        return this.leave(now, 0, LEASE_LOST);
      case 'give_up':
        await this.giveUp(now, failure);
        return { kind: 'given_up', failure };
    }
  }

  /** The action after a request was committed. A number in doubt is looked up before it is sent. */
  private committed(state: OrderState, stamp: number, lookedUpIn: string | null = null): Action {
    const epoch = this.lookUps.epochOf(state);
    const isChecked = currentTrade(state.trades).outcome !== 'not_sent' && (epoch === null || epoch === lookedUpIn);
    return isChecked ? { do: 'send', stamp } : { do: 'look_up', before: 'send' };
  }

  /** A request that is committed already is withdrawn first. */
  private async lookUp(now: Iteration, before: Next): Promise<Iteration | AttemptEnd> {
    const epoch = this.lookUps.epochOf(now.state);
    const reason = 'the database may have lost commits: the number is looked up first';
    const state =
      currentTrade(now.state.trades).outcome === 'in_flight'
        ? await this.record(now, { kind: 'not_sent', reason, givesUp: false })
        : now.state;
    if (state === null) return LEASE_LOST;
    if (this.stopping) return { ...now, state, failure: null, action: { do: 'leave', delayMs: 0 } };
    const trade = currentTrade(state.trades);
    const lookUp =
      now.lookedUpIn === epoch
        ? Promise.resolve({ kind: 'clear' as const, state })
        : this.lookUps.lookUp(state, [trade], before === 'send' ? trade : null, causeOf(now.cause, now.by));
    const found = await within(this.time, now.lease.durationMs / 2, lookUp, UNKNOWN);
    if (found.kind === 'found') return this.leave(now, null, { kind: 'created', state: found.state });
    const failure = found.kind === 'doubted' ? found.failure : null;
    if (failure !== null) logEvent(this.logger, 'trade_not_sent', { tradeNo: trade.tradeNo, problem: failure.reason });
    const isClear = found.kind === 'clear';
    const looked = { ...now, state, failure, ...(isClear ? { lookedUpIn: epoch } : {}) };
    return { ...looked, action: afterLookUp(before, isClear, this.facts(looked)) };
  }

  /** Checks the shown price under the lease, so that concurrent requests share one quote. */
  private async commit(now: Iteration): Promise<Iteration | AttemptEnd> {
    const trade = currentTrade(now.state.trades);
    // Before the timestamp, which a slow token response would age. Without a token nothing is started.
    const unready = await this.ramp.prepareTrade(now.customer);
    if (unready !== null) return { ...now, action: afterNotSent(unready.reason, this.facts(now)), failure: unready };
    const check = this.checks.checkPrice(trade, askedOf(trade));
    const checked = await within(this.time, now.lease.durationMs / 2, check, UNKNOWN);
    if (checked.kind === 'declined') return this.decline(now, checked.refusal);
    if (this.stopping) return { ...now, failure: null, action: { do: 'leave', delayMs: 0 } };
    if (checked.kind === 'unknown') return { ...now, failure: null, action: afterPriceUnknown(this.facts(now)) };
    const sending = this.newSending(now.lease, askedOf(trade));
    const evidence = checked.quote === null ? null : { quote: checked.quote };
    const state = await this.record(now, { kind: 'send_again', sending }, evidence);
    if (state === null) {
      // Beside a paid trade it would stay unsent, and no callback would have it queried.
      await this.giveUp(now, null);
      return this.leave(now, null, LEASE_LOST);
    }
    return { ...now, state, failure: null, action: this.committed(state, sending.stamp, now.lookedUpIn) };
  }

  private async send(now: Iteration, stamp: number): Promise<Iteration | AttemptEnd> {
    const trade = currentTrade(now.state.trades);
    const { tradeNo } = trade;
    if (!isCommitted(now.state, now.lease.id, stamp)) {
      logEvent(this.logger, 'trade_differs_from_stored', { tradeNo });
      return LEASE_LOST;
    }
    const asked = askedOf(trade);
    const pause = await this.checks.pauseOf(trade, asked);
    if (pause !== null) return this.decline(now, pause);
    const request = tradeRequest(trade, await this.addresses.addressFor(tradeNo));
    const maySend = (): boolean => now.lease.maySend() && this.checks.isFree(trade, asked);
    const result = await this.ramp.createTrade(request, now.customer, maySend);
    const returnCode = result.kind === 'refused' ? result.returnCode : undefined;
    logEvent(this.logger, 'trade_requested', { tradeNo, result: result.kind, returnCode });
    if (result.kind === 'answered') {
      const state = await this.record(now, { kind: 'created', made: result.value }, result.evidence);
      if (state === null) return LEASE_LOST;
      if (result.value.payUrl !== null) return { kind: 'created', state };
      return { ...now, state, failure: null, action: afterUnknown(this.facts({ ...now, state })) };
    }
    const action = nextAction(result, this.facts(now));
    const state = await this.record(now, eventOf(result, action), result.evidence);
    return state === null ? LEASE_LOST : { ...now, state, action, failure: result };
  }

  private async decline(now: Iteration, refusal: TradeRefusal): Promise<AttemptEnd> {
    const { tradeNo } = currentTrade(now.state.trades);
    logEvent(this.logger, 'trade_not_sent', { tradeNo, problem: refusal.problem });
    const state = await this.record(now, { kind: 'declined', refusal });
    return state === null ? this.leave(now, null, LEASE_LOST) : { kind: 'declined', state };
  }

  private async nextTrade(now: Iteration): Promise<Iteration | AttemptEnd> {
    // Commit without a token too: a later request can supply one.
    await this.ramp.prepareTrade(now.customer);
    // The provider may have gone down meanwhile.
    const still = afterUnknown(this.facts(now));
    if (still.do !== 'next_trade') return { ...now, action: still };
    const sending = this.newSending(now.lease, askedOf(currentTrade(now.state.trades)));
    const state = await this.record(now, { kind: 'next_trade', sending });
    if (state === null) return this.leave(now, null, LEASE_LOST);
    const action = this.committed(state, sending.stamp);
    return { ...now, state, sendsInARow: 1, lookedUpIn: undefined, failure: null, action };
  }

  private async giveUp(now: Attempt, failure: RampFailure | null): Promise<void> {
    const { outcome, status } = currentTrade(now.state.trades);
    if (outcome === 'unknown' || outcome === 'created') await this.record(now, { kind: 'given_up' });
    else if (status === 'CREATING') {
      const reason = failure?.kind === 'not_sent' ? failure.detail : 'no further attempt follows';
      await this.record(now, { kind: 'not_sent', reason, givesUp: true });
    }
  }

  /** A fresh timestamp under a renewed lease, for a request that is about to be committed. */
  private newSending(lease: Lease, asked: OrderTerms, newRequest: Sending['newRequest'] = null): Sending {
    lease.renew();
    return { stamp: this.ramp.timestampNow(), asked, leaseMs: lease.durationMs, newRequest };
  }

  /** Returns the recorded order. null: another runner holds the lease, or a poll found a paid trade. */
  private record(
    { state, lease, cause, by }: Attempt,
    event: AttemptEvent,
    evidence: unknown = null,
  ): Promise<OrderState | null> {
    const step = { attemptLease: lease.id, cause: causeOf(cause, by), evidence };
    return this.recorder.record(currentTrade(state.trades), event, step, state);
  }

  /** Releases the lease; the next runner may start after `delayMs`. null: none is needed. */
  private async leave({ state, lease }: Attempt, delayMs: number | null, end: AttemptEnd): Promise<AttemptEnd> {
    await this.leases.release(state.order.merchantOrderNo, lease.id, delayMs);
    return end;
  }

  private facts({ state, sendsInARow, callerWaits }: Omit<Iteration, 'action'>): AttemptFacts {
    return attemptFacts(state, {
      sendsInARow,
      callerWaits,
      providerAway: this.provider.isBreakerOpen(),
      createsTimeOut: this.provider.areCreatesTimingOut(),
      isFull: isFull(state, this.settings.orders),
    });
  }
}

/** Only the request that was committed with `stamp` under this lease may be sent. */
function isCommitted({ order, trades }: OrderState, attemptLease: string, stamp: number): boolean {
  const current = currentTrade(trades);
  return current.outcome === 'in_flight' && current.stamp === stamp && order.attemptLease === attemptLease;
}

function unlessBegun(action: Action): Action {
  return action.do === 'send_again' || action.do === 'next_trade' ? { do: 'leave', delayMs: action.delayMs } : action;
}
