import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { LookUpService } from '../orders/ask/look-up.service.js';
import type {
  OrderTerms,
  Cause,
  AttemptEvent,
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

/** The order as it was when the lease was taken, and for whom its trades are created. */
export interface Attempt {
  readonly state: OrderState;
  readonly lease: Lease;
  readonly customer: TradeCustomer;
  readonly callerWaits: boolean;
  readonly cause: Cause['kind'];
  /** The actor; undefined: the service continues by itself. */
  readonly by?: string | undefined;
}

type NewOrder = Pick<Reservation, 'merchantOrderNo' | 'caller' | 'guestBlock' | 'metadata' | 'asked' | 'shown'>;

/** The request signed with `stamp` is committed, and sent next. */
export interface Begun {
  readonly kind: 'begun';
  readonly attempt: Attempt;
  readonly stamp: number;
}

/** `declined`: not sent, the trade holds the reason; `lost`: another process holds the lease; `left`: the worker continues. */
export type AttemptEnd =
  | { readonly kind: 'created' | 'declined'; readonly state: OrderState }
  | { readonly kind: 'refused'; readonly failure: RampFailure; readonly fiat: string | null }
  | { readonly kind: 'given_up'; readonly failure: RampFailure | null }
  | { readonly kind: 'left' | 'lost' };

/** `send`: what was committed with `stamp`. */
type Action = NextAction | { readonly do: 'send'; readonly stamp: number };

/** The order as last recorded, and what the loop does with it next. */
interface Iteration {
  readonly state: OrderState;
  readonly action: Action;
  readonly sendsInARow: number;
  /** The database epoch, null: without doubt, in which the current trade was looked up; absent: it was not. */
  readonly lookedUpIn?: string | null;
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
export class AttemptRunner implements OnModuleDestroy {
  private readonly logger = new Logger(AttemptRunner.name);
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
  ): Promise<Begun | { readonly kind: 'taken'; readonly state: OrderState }> {
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
    return { kind: 'begun', attempt: { state, lease, customer, callerWaits: true, cause: 'checkout', by }, stamp };
  }

  /** Commits a new request of an existing order. null: the lease was lost, or a trade turned out to be paid. */
  async begin(
    attempt: Attempt,
    kind: 'send_again' | 'next_trade',
    asked: OrderTerms,
    newRequest: Sending['newRequest'],
  ): Promise<Begun | null> {
    const sending = this.newSending(attempt.lease, asked, newRequest);
    const state = await this.record(attempt, attempt.state, { kind, sending });
    return state && { kind: 'begun', attempt: { ...attempt, state }, stamp: sending.stamp };
  }

  /** A fresh timestamp under a renewed lease, for a request that is about to be committed. */
  private newSending(lease: Lease, asked: OrderTerms, newRequest: Sending['newRequest'] = null): Sending {
    lease.renew();
    return { stamp: this.ramp.timestampNow(), asked, leaseMs: lease.durationMs, newRequest };
  }

  /** Sends the current trade, which was just committed with `stamp`. */
  sendReserved(attempt: Attempt, stamp: number): Promise<AttemptEnd> {
    const { state } = attempt;
    return this.run(attempt, { state, sendsInARow: 1, failure: null, action: this.committed(state, stamp) });
  }

  /** Continues where a runner stopped that is gone. */
  async resume(attempt: Attempt): Promise<AttemptEnd> {
    const { state } = attempt;
    const { outcome, status } = currentTrade(state.trades);
    const isInFlight = outcome === 'in_flight';
    if (!isBeingCreated(state) && !isInFlight) {
      if (outcome === 'not_sent' && status === 'CREATING') await this.giveUp(attempt, state, null);
      return this.leave(attempt, null, { kind: 'left' });
    }
    // The runner died before it recorded the answer. The trade is polled only once it is unknown.
    const event = { kind: 'unknown', reason: 'the runner is gone' } as const;
    const recorded = isInFlight ? await this.record(attempt, state, event) : state;
    if (recorded === null) return LEASE_LOST;
    const action: NextAction =
      outcome === 'not_sent'
        ? afterLeftUnsent(this.facts(attempt, recorded, 0))
        : { do: 'look_up', before: 'next_trade' };
    return this.run(attempt, { state: recorded, sendsInARow: 0, failure: null, action });
  }

  /** Detached from the request: the attempt continues after the response. */
  private run(attempt: Attempt, first: Iteration): Promise<AttemptEnd> {
    return withoutRequestTime(async () => {
      let next: Iteration | AttemptEnd = first;
      while (!('kind' in next)) next = await this.act(attempt, next);
      return next;
    });
  }

  private async act(attempt: Attempt, now: Iteration): Promise<Iteration | AttemptEnd> {
    const { state, failure } = now;
    const action = this.stopping ? unlessBegun(now.action) : now.action;
    switch (action.do) {
      case 'look_up':
        return this.lookUp(attempt, now, action.before);
      case 'commit':
        return this.commit(attempt, now);
      case 'send':
        return this.send(attempt, now, action.stamp);
      case 'send_again':
        await this.time.sleep(action.delayMs);
        return { ...now, action: { do: 'look_up', before: 'send' }, sendsInARow: now.sendsInARow + 1 };
      case 'next_trade':
        await this.time.sleep(action.delayMs);
        return this.nextTrade(attempt, now);
      case 'refuse':
        return failure === null ? { kind: 'left' } : { kind: 'refused', failure, fiat: termsOf(state.trades).fiat };
      case 'leave':
        return this.leave(attempt, action.delayMs, { kind: 'left' });
      case 'hand_over':
        return this.leave(attempt, 0, LEASE_LOST);
      case 'give_up':
        await this.giveUp(attempt, state, failure);
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
  private async lookUp(attempt: Attempt, now: Iteration, before: Next): Promise<Iteration | AttemptEnd> {
    const epoch = this.lookUps.epochOf(now.state);
    const reason = 'the database may have lost commits: the number is looked up first';
    const state =
      currentTrade(now.state.trades).outcome === 'in_flight'
        ? await this.record(attempt, now.state, { kind: 'not_sent', reason, givesUp: false })
        : now.state;
    if (state === null) return LEASE_LOST;
    if (this.stopping) return { ...now, state, failure: null, action: { do: 'leave', delayMs: 0 } };
    const trade = currentTrade(state.trades);
    const lookUp =
      now.lookedUpIn === epoch
        ? Promise.resolve({ kind: 'clear' as const, state })
        : this.lookUps.lookUp(state, [trade], before === 'send' ? trade : null, causeOf(attempt.cause, attempt.by));
    const found = await within(this.time, attempt.lease.durationMs / 2, lookUp, UNKNOWN);
    if (found.kind === 'found') return this.leave(attempt, null, { kind: 'created', state: found.state });
    const failure = found.kind === 'doubted' ? found.failure : null;
    if (failure !== null) logEvent(this.logger, 'trade_not_sent', { tradeNo: trade.tradeNo, problem: failure.reason });
    const isClear = found.kind === 'clear';
    const action = afterLookUp(before, isClear, this.facts(attempt, state, now.sendsInARow));
    return { ...now, state, action, failure, ...(isClear ? { lookedUpIn: epoch } : {}) };
  }

  /** Checks the shown price under the lease, so that concurrent requests share one quote. */
  private async commit(attempt: Attempt, now: Iteration): Promise<Iteration | AttemptEnd> {
    const { state, sendsInARow } = now;
    const trade = currentTrade(state.trades);
    // Before the timestamp, which a slow token response would age. Without a token nothing is started.
    const unready = await this.ramp.prepareTrade(attempt.customer);
    if (unready !== null) {
      const action = afterNotSent(unready.reason, this.facts(attempt, state, sendsInARow));
      return { ...now, action, failure: unready };
    }
    const check = this.checks.checkPrice(trade, askedOf(trade));
    const checked = await within(this.time, attempt.lease.durationMs / 2, check, UNKNOWN);
    if (checked.kind === 'declined') return this.decline(attempt, state, checked.refusal);
    if (this.stopping) return { ...now, failure: null, action: { do: 'leave', delayMs: 0 } };
    if (checked.kind === 'unknown') {
      return { ...now, failure: null, action: afterPriceUnknown(this.facts(attempt, state, 0)) };
    }
    const sending = this.newSending(attempt.lease, askedOf(trade));
    const evidence = checked.quote === null ? null : { quote: checked.quote };
    const committed = await this.record(attempt, state, { kind: 'send_again', sending }, evidence);
    if (committed === null) {
      // Beside a paid trade it would stay unsent, and no callback would have it queried.
      await this.giveUp(attempt, state, null);
      return this.leave(attempt, null, LEASE_LOST);
    }
    const action = this.committed(committed, sending.stamp, now.lookedUpIn);
    return { ...now, state: committed, sendsInARow, failure: null, action };
  }

  private async send(attempt: Attempt, now: Iteration, stamp: number): Promise<Iteration | AttemptEnd> {
    const { state, sendsInARow } = now;
    const trade = currentTrade(state.trades);
    const { tradeNo } = trade;
    if (!isCommitted(state, attempt.lease.id, stamp)) {
      logEvent(this.logger, 'trade_differs_from_stored', { tradeNo });
      return LEASE_LOST;
    }
    const asked = askedOf(trade);
    const pause = await this.checks.pauseOf(trade, asked);
    if (pause !== null) return this.decline(attempt, state, pause);
    const request = tradeRequest(trade, await this.addresses.addressFor(tradeNo));
    const maySend = (): boolean => attempt.lease.maySend() && this.checks.isFree(trade, asked);
    const result = await this.ramp.createTrade(request, attempt.customer, maySend);
    const returnCode = result.kind === 'refused' ? result.returnCode : undefined;
    logEvent(this.logger, 'trade_requested', { tradeNo, result: result.kind, returnCode });
    if (result.kind === 'answered') {
      const recorded = await this.record(attempt, state, { kind: 'created', made: result.value }, result.evidence);
      if (recorded === null) return LEASE_LOST;
      if (result.value.payUrl !== null) return { kind: 'created', state: recorded };
      return { state: recorded, sendsInARow: 0, failure: null, action: afterUnknown(this.facts(attempt, recorded, 0)) };
    }
    const action = nextAction(result, this.facts(attempt, state, sendsInARow));
    const after = await this.record(attempt, state, eventOf(result, action), result.evidence);
    return after === null ? LEASE_LOST : { ...now, state: after, action, failure: result };
  }

  private async decline(attempt: Attempt, state: OrderState, refusal: TradeRefusal): Promise<AttemptEnd> {
    const { tradeNo } = currentTrade(state.trades);
    logEvent(this.logger, 'trade_not_sent', { tradeNo, problem: refusal.problem });
    const after = await this.record(attempt, state, { kind: 'declined', refusal });
    return after === null ? this.leave(attempt, null, LEASE_LOST) : { kind: 'declined', state: after };
  }

  private async nextTrade(attempt: Attempt, now: Iteration): Promise<Iteration | AttemptEnd> {
    const { state, sendsInARow } = now;
    // Commit without a token too: a later request can supply one.
    await this.ramp.prepareTrade(attempt.customer);
    // The provider may have gone down meanwhile.
    const still = afterUnknown(this.facts(attempt, state, sendsInARow));
    if (still.do !== 'next_trade') return { ...now, action: still };
    const sending = this.newSending(attempt.lease, askedOf(currentTrade(state.trades)));
    const next = await this.record(attempt, state, { kind: 'next_trade', sending });
    if (next === null) return this.leave(attempt, null, LEASE_LOST);
    return { state: next, sendsInARow: 1, failure: null, action: this.committed(next, sending.stamp) };
  }

  private async giveUp(attempt: Attempt, state: OrderState, failure: RampFailure | null): Promise<void> {
    const { outcome, status } = currentTrade(state.trades);
    if (outcome === 'unknown' || outcome === 'created') await this.record(attempt, state, { kind: 'given_up' });
    else if (status === 'CREATING') {
      const reason = failure?.kind === 'not_sent' ? failure.detail : 'no further attempt follows';
      await this.record(attempt, state, { kind: 'not_sent', reason, givesUp: true });
    }
  }

  /** Returns the recorded order. null: another runner holds the lease, or a poll found a paid trade. */
  private record(
    { lease, cause, by }: Attempt,
    state: OrderState,
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

  private facts({ callerWaits }: Attempt, state: OrderState, sendsInARow: number): AttemptFacts {
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
